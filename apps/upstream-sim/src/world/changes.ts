import type { PostTraits } from './well-known';

interface Publication {
  readonly createdMs: number;
  readonly traits: PostTraits;
}

/** Members of an object by name; `null` removes one. */
type Values = Readonly<Record<string, string | number | boolean | null>>;

/** What `/_sim/posts` and `/_sim/changes` changed. Everything else of the world is computed and never changes. */
export class Changes {
  /** Part of the keys of all caches: every change makes their entries unreachable. */
  version = 0;
  private readonly publications = new Map<number, readonly Publication[]>();
  private readonly deleted = new Map<bigint, boolean>();
  private readonly pinned = new Map<bigint, boolean>();
  private readonly values = new Map<string, Values>();

  publish(owner: number, publication: Publication): void {
    this.version += 1;
    this.publications.set(owner, [...this.publishedBy(owner), publication]);
  }

  publishedBy(owner: number): readonly Publication[] {
    return this.publications.get(owner) ?? [];
  }

  /** @param id of an account, post or comment */
  change(id: string, change: { values?: Values; pinned?: boolean; deleted?: boolean }): void {
    this.version += 1;
    if (change.values) this.values.set(id, { ...this.values.get(id), ...change.values });
    if (change.pinned !== undefined) this.pinned.set(BigInt(id), change.pinned);
    if (change.deleted !== undefined) this.deleted.set(BigInt(id), change.deleted);
  }

  isDeleted(pk: bigint): boolean {
    return this.deleted.get(pk) ?? false;
  }

  /** @returns `undefined` if no command pinned or unpinned the post */
  isPinned(pk: bigint): boolean | undefined {
    return this.pinned.get(pk);
  }

  valuesOf(id: bigint | number): Readonly<Record<string, string | number | boolean | undefined>> {
    const values = Object.entries(this.values.get(String(id)) ?? {});
    return Object.fromEntries(values.map(([name, value]) => [name, value ?? undefined]));
  }

  clear(): void {
    this.version += 1;
    for (const changed of [this.publications, this.deleted, this.pinned, this.values]) changed.clear();
  }
}
