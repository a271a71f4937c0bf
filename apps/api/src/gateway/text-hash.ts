/** Of how many characters: what is looked for ends in digits of a digest. */
const hashed = 8;

/** A number of 32 bits (FNV-1a) by which a text is found again. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = Math.max(0, text.length - hashed); index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
