/** Where the table of paths stands in the scanner's memory: after its levels. */
export const pathTableAddress = 256 * 1_024;

/** A place on some paths. */
export interface Place {
  readonly index: number;
  /** The place of the elements of an array that stands here. */
  readonly element: Place | undefined;
  /** Keys and stems that lead on from here. */
  readonly branches: readonly { readonly text: string; readonly isStem: boolean }[];
  /** The places of members, by the branches that their keys take (a bit each, the first branch's the lowest). */
  readonly members: ReadonlyMap<number, Place>;
}

/** A shape's places as assembly/paths.ts reads them. */
export interface PathTable {
  readonly bytes: Uint8Array;
  /** Address of the place where the document stands. */
  readonly root: number;
}

const wordBytes = 4;

/** @param places with the root first */
export function pathTable(places: readonly Place[]): PathTable {
  const addresses = new Map<Place, number>();
  let end = pathTableAddress;
  for (const place of places) {
    addresses.set(place, end);
    end += wordBytes * (3 + 3 * place.branches.length + 2 * place.members.size);
  }
  const words: number[] = [];
  const texts: Buffer[] = [];
  for (const place of places) {
    words.push(place.index, place.element ? (addresses.get(place.element) as number) : 0, place.branches.length);
    for (const { text, isStem } of place.branches) {
      const bytes = Buffer.from(text);
      words.push(end, bytes.length, Number(isStem));
      texts.push(bytes);
      end += bytes.length;
    }
    for (const [taken, member] of place.members) words.push(taken, addresses.get(member) as number);
  }
  return { bytes: Buffer.concat([new Uint8Array(Uint32Array.from(words).buffer), ...texts]), root: pathTableAddress };
}
