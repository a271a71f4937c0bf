/** Something that must be true of the books, and a statement that selects where it is not. */
export interface Check {
  readonly name: string;
  /** For a person: what holds when nothing is found. */
  readonly claim: string;
  /** Selects `subject`, `expected` and `actual`. */
  readonly sql: string;
  /** Whether `$1` is to be the codes of problems that are paid for. */
  readonly takesChargedCodes?: true;
}

/** One place where the books are wrong. Amounts are in micro-USD. */
export interface Difference {
  readonly check: string;
  readonly subject: string;
  readonly expected: string | null;
  readonly actual: string | null;
}
