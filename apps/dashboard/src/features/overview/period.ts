/** Days that the overview looks back. */
export const periods = [7, 30, 90] as const;
export type Period = (typeof periods)[number];

export const usualPeriod: Period = 30;

/** Reads the period from the address; anything else is the usual one. */
export function periodSearch({ days }: Record<string, unknown>): { days?: Period } {
  const period = periods.find((known) => known === Number(days));
  return period === undefined || period === usualPeriod ? {} : { days: period };
}
