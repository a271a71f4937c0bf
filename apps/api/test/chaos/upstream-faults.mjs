// Upstream faults: every fault of the simulator.
import { setTimeout as sleep } from 'node:timers/promises';

const pathOf = {
  'users.info': '/users/1001',
  'friendships.followers': '/users/1001/followers',
  'search.typeahead': '/users/username/marta.trails',
  'clips.user': '/users/1001/reels',
  'highlights.tray': '/users/1014/highlights',
  'feed.user_story': '/users/1014/stories',
  'graphql.profile_timeline': '/users/1012/posts',
  'usertags.feed': '/users/1001/tagged',
  'media.info': '/posts/2408005162702762507',
  'media.comments': '/posts/2639297316059813967/comments?user_id=1012',
  'tags.info': '/hashtags/trail',
  'locations.sections': '/locations/371653515/recent',
  'search.places': '/search/places?query=berlin',
  'music.trending': '/audio/trending',
};
/** Some faults disable sessions. With this many, some are still enabled at the end. */
const sessions = 400;
const operations = Object.keys(pathOf);

export function upstreamFaults(simulator, ms) {
  const every = (name, fault) => ({
    part: 'upstream',
    name,
    async strike() {
      await simulator.misbehave({ fault });
      await sleep(ms.long);
      await simulator.misbehave();
      simulator.renewSessions(sessions);
    },
  });
  return [every('resets every connection', 'reset'), every('refuses every session', 'login_required')];
}

export class UpstreamFaults {
  left = [];

  static async of(simulator, ms, shuffle) {
    const { faults } = await simulator.get('faults');
    return Object.assign(new UpstreamFaults(), { simulator, ms, shuffle, left: shuffle(faults) });
  }

  /** @returns a fault that injects several of the faults left, each at its own operation. Then `paths` must recover. */
  next() {
    const faults = this.left.splice(0, operations.length / 2);
    const at = this.shuffle(operations).slice(0, faults.length);
    const paths = at.map((operation) => pathOf[operation]);
    return { part: 'upstream', name: faults.join(' '), paths, strike: () => this.#strike(faults, at) };
  }

  async #strike(faults, at) {
    this.simulator.renewSessions(sessions);
    for (const [index, fault] of faults.entries()) await this.simulator.misbehave({ operation: at[index], fault });
    await sleep(this.ms);
    const { rules } = await this.simulator.get('faults');
    await this.simulator.misbehave();
    // Replaces the sessions, as the operator does after Loupe's warning.
    this.simulator.renewSessions(sessions);
    // Plays a fault again if it was never applied, because an open circuit or disabled sessions stopped all requests.
    this.left.push(...rules.filter(({ applied }) => applied === 0).map(({ fault }) => fault));
  }
}
