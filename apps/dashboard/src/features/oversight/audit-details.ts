import { describeUsd } from '../../format/usd';

export interface AuditFact {
  readonly name: string;
  readonly value: string;
}

/** What else the log says of a deed: names without underscores, money as money, nothing of what is not set. */
export function auditFacts(details: object): AuditFact[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) =>
      name.endsWith('_usd')
        ? { name: wordsOf(name.slice(0, -'_usd'.length)), value: describeUsd(String(value)) }
        : { name: wordsOf(name), value: textOf(value) },
    );
}

const wordsOf = (name: string): string => name.replaceAll('_', ' ');

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
