/** UTC days such as `2026-11-21`, both included. */
export interface DaySpan {
  from?: string;
  to?: string;
}

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** Leaves out what is not a day. */
export const daySpan = ({ from, to }: Record<string, unknown>): DaySpan => ({
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
});

/** As the server reads it: the end is excluded. */
export const momentsOf = ({ from, to }: DaySpan): DaySpan => ({
  ...(from && { from: new Date(from).toISOString() }),
  ...(to && { to: new Date(Date.parse(to) + 86_400_000).toISOString() }),
});
