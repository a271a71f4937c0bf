/** Whether a text could be an id of ours: few enough digits that a number holds them all. */
export function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

/** The number that a validated id stands for; undefined stays undefined. */
export function idOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
