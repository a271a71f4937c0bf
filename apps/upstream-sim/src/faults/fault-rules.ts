import { allFaults, type Fault } from './catalogue';

export interface FaultRule {
  readonly operation: string;
  readonly fault: string;
  /** `once`: the next request, or the next `times` requests; `always`: all requests; `rate`: the share `rate` of them. */
  readonly mode: 'once' | 'always' | 'rate';
  readonly rate?: number;
  /** The rule ends after so many uses. The default is 1 for `once`, otherwise unlimited. */
  readonly times?: number;
  readonly delay_ms?: number;
  readonly session?: string;
}

export interface AppliedFault {
  readonly fault: Fault;
  readonly delayMs: number;
}

interface Entry {
  readonly rule: FaultRule;
  readonly fault: Fault;
  left: number;
  due: number;
  applied: number;
}

function problemWith(rule: Partial<FaultRule>, operations: ReadonlySet<string>): string | undefined {
  if (typeof rule.operation !== 'string' || (rule.operation !== '*' && !operations.has(rule.operation))) {
    return 'operation must be "*" or the name of an operation (GET /_sim/operations lists them)';
  }
  if (typeof rule.fault !== 'string' || !allFaults.has(rule.fault)) {
    return 'fault must be the name of a fault (GET /_sim/faults lists them)';
  }
  if (!['once', 'always', 'rate'].includes(rule.mode as string)) return 'mode must be "once", "always" or "rate"';
  if (rule.mode === 'rate' && !isWithin(rule.rate, 0, 1)) return 'rate must be a number from 0 to 1';
  if (rule.times !== undefined && !isWithin(rule.times, 1, 1e9)) return 'times must be 1 to 1000000000';
  if (rule.delay_ms !== undefined && !isWithin(rule.delay_ms, 0, 600_000)) return 'delay_ms must be 0 to 600000';
  return undefined;
}

const isWithin = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && value >= min && value <= max;

/** The active fault rules. For a request, the first matching rule decides whether a fault applies. */
export class FaultRules {
  private entries: Entry[] = [];
  private readonly operations: ReadonlySet<string>;

  constructor(operationNames: readonly string[]) {
    this.operations = new Set(operationNames);
  }

  /** Adds a rule. @returns why it is invalid, or `undefined` */
  add(rule: Partial<FaultRule>): string | undefined {
    const problem = problemWith(rule, this.operations);
    const fault = allFaults.get(rule.fault ?? '');
    if (problem !== undefined || !fault) return problem;
    const left = rule.times ?? (rule.mode === 'once' ? 1 : Number.POSITIVE_INFINITY);
    this.entries.push({ rule: rule as FaultRule, fault, left, due: 0, applied: 0 });
    return undefined;
  }

  list(): readonly (FaultRule & { applied: number })[] {
    return this.entries.map(({ rule, applied }) => ({ ...rule, applied }));
  }

  clear(): void {
    this.entries = [];
  }

  faultFor(operation: string, session: string | undefined): AppliedFault | undefined {
    const entry = this.entries.find(({ rule }) => isFor(rule, operation, session));
    if (!entry || !isDue(entry)) return undefined;
    entry.applied += 1;
    entry.left -= 1;
    if (entry.left <= 0) this.entries = this.entries.filter((other) => other !== entry);
    return { fault: entry.fault, delayMs: entry.rule.delay_ms ?? entry.fault.defaultDelayMs ?? 0 };
  }
}

function isFor(rule: FaultRule, operation: string, session: string | undefined): boolean {
  return (
    (rule.operation === '*' || rule.operation === operation) && (rule.session === undefined || rule.session === session)
  );
}

// A rate is exact rather than random: each request adds its share, and the fault applies when the sum reaches 1.
function isDue(entry: Entry): boolean {
  if (entry.rule.mode !== 'rate') return true;
  entry.due += entry.rule.rate ?? 0;
  if (entry.due < 1 - 1e-9) return false;
  entry.due -= 1;
  return true;
}

/** Parses `x-sim-fault: <name>[;delay_ms=<n>]`. @throws {RangeError} if the fault is unknown or the value malformed */
export function faultFromHeader(header: string): AppliedFault {
  const parts = /^([a-z0-9_]+)(?:\s*;\s*delay_ms=(\d{1,6}))?$/.exec(header.trim());
  const fault = allFaults.get(parts?.[1] ?? '');
  if (!fault) throw new RangeError(`x-sim-fault names no fault: ${header}`);
  return { fault, delayMs: parts?.[2] === undefined ? (fault.defaultDelayMs ?? 0) : Number(parts[2]) };
}
