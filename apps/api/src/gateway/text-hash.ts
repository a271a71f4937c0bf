/**
 * A number of 32 bits (FNV-1a) by which a text is found again.
 * @param charCount so many from its end, where texts of one kind differ: eight digits of a digest, say
 */
export function hashOf(text: string, charCount = 8): number {
  let hash = 0x811c9dc5;
  for (let index = Math.max(0, text.length - charCount); index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
