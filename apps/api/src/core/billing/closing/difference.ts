/** One place where the books are wrong. Amounts are in micro-USD. */
export interface Difference {
  readonly check: string;
  readonly subject: string;
  readonly expected: string | null;
  readonly actual: string | null;
}
