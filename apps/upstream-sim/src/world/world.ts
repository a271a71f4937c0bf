import { salt } from './chance';
import { Changes } from './changes';
import { Follows } from './follows';
import { Music } from './music';
import { Posts } from './posts';
import { Stories } from './stories';
import { Directory } from './usernames';
import { type User, userAt, userByPk } from './users';

export class World {
  readonly seed: number;
  readonly changes = new Changes();
  readonly directory: Directory;
  readonly follows: Follows;
  readonly posts: Posts;
  readonly stories: Stories;
  readonly music: Music;

  constructor(seedText: string) {
    this.seed = salt(seedText);
    this.directory = new Directory(this.seed);
    this.follows = new Follows(this.seed);
    this.posts = new Posts(this.seed, this.changes);
    this.stories = new Stories(this.seed);
    this.music = new Music(this.seed, this.posts);
  }

  userAt(index: number): User {
    return userAt(this.seed, index);
  }

  userByPk(pk: number): User | undefined {
    return userByPk(this.seed, pk);
  }
}
