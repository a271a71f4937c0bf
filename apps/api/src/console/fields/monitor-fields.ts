import { allOperations, type Operation, type ParameterError, placeOf, tokenParameters } from '@loupe/dto';
import { ApiProperty } from '@nestjs/swagger';
import {
  eventView,
  type Monitor,
  type MonitorKind,
  type MonitorRun,
  monitorKinds,
  monitorLimits,
  type PauseReason,
  pauseReasons,
  type RunOutcome,
  runOutcomes,
  type Scalar,
} from '../../core/monitors/monitor';
import { kindOf, watchable } from '../../core/monitors/observation';
import { readParameters } from '../../gateway/parameters';
import { costOf } from '../../gateway/prices';
import type { Env } from '../../platform/config/env';
import { Problem } from '../../platform/problem';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  TextField,
  TextListField,
  TextMapField,
  TimeField,
} from './fields';
import { pageOf } from './page';
import { ResponseInteger, ResponseObject, ResponseText, ResponseUsd } from './response-fields';

const maxValue = 2_000;
const maxPath = 200;
const watchableNames = watchable.map(({ operation }) => operation.name);

const EveryField = (optional: boolean) =>
  IntegerField({
    min: monitorLimits.minMinutes,
    max: monitorLimits.maxMinutes,
    optional,
    example: 15,
    description: 'Minutes between two runs, 15 to 10080 (7 days). Loupe varies each pause by up to 5%',
  });
const NameField = () =>
  TextField({ max: 100, optional: true, example: 'New posts', description: 'By default, what it watches' });
const PathsField = () =>
  TextListField({
    max: monitorLimits.fields,
    length: maxPath,
    optional: true,
    example: ['follower_count'],
    description: 'Of changed: paths of 1 to 10 texts, numbers or booleans in the response, such as caption.text',
  });

export class CreateMonitorBody {
  @ChoiceField(watchableNames, { example: 'users.by_id' }) operation: string;

  @TextMapField({ max: 10, length: maxValue, example: { user_id: '1001' }, description: 'Parameters of the operation' })
  parameters: Record<string, string>;

  @EveryField(false) every_minutes: number;

  @ChoiceField(monitorKinds, {
    description: 'new_items: the items that are new in a list. changed: the values that have changed in an object',
  })
  kind: MonitorKind;

  @PathsField() fields?: string[];
  @IdField({ description: 'An active live key of the account, without a list of IP addresses' }) key_id: string;
  @NameField() name?: string;
}

export class ChangeMonitorBody {
  @NameField() name?: string;
  @EveryField(true) every_minutes?: number;
  @PathsField() fields?: string[];
  @IdField({ optional: true, description: 'As when it is created' }) key_id?: string;
  @ChoiceField(['active', 'paused'], { optional: true, description: 'active: it goes on, with a run at once' })
  state?: 'active' | 'paused';
}

const scalar = { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };

export class MonitorEventView {
  @IdField() id: string;
  @IdField() monitor_id: string;
  @TimeField() at: string;
  @ChoiceField(monitorKinds) kind: MonitorKind;
  @ResponseText({ optional: true, description: 'Of new_items: the pk of the item' }) item_id?: string;
  @BooleanField({ optional: true, description: 'true if items before this one may have been missed' }) gap?: boolean;
  @ResponseText({ optional: true, description: 'Of changed: the path of the value' }) field?: string;
  @ApiProperty({ ...scalar, required: false }) before?: Scalar;
  @ApiProperty({ ...scalar, required: false }) after?: Scalar;
}

export class MonitorEventPage extends pageOf(MonitorEventView) {}

export class MonitorRunView {
  @IdField() id: string;
  @TimeField() due_at: string;
  @TimeField({ description: 'Of its first attempt' }) started_at: string;
  @TimeField({ nullable: true }) ended_at: string | null;

  @ChoiceField(runOutcomes, {
    description:
      'baseline: the first response. changed: with events. postponed: refused for now, free. skipped: not repeated after an interruption. paused: the monitor was paused',
  })
  outcome: RunOutcome;

  @ResponseText({ nullable: true, description: 'The code of the problem' }) code: string | null;
  @ResponseText({ nullable: true, description: 'Why it found nothing, in a sentence' }) reason: string | null;
  @ResponseText({ nullable: true, description: 'The request in the request log' }) request_id: string | null;
  @ResponseInteger() events: number;
}

export class MonitorRunPage extends pageOf(MonitorRunView) {}

export class MonitorValueView {
  @ResponseText({ example: 'follower_count' }) field: string;
  @ApiProperty(scalar) value: Scalar;
}

export class MonitorView {
  @IdField() id: string;
  @ResponseText() name: string;
  @ResponseText({ example: 'users.by_id' }) operation: string;
  @TextMapField({ max: 10, length: maxValue, example: { user_id: '1001' } }) parameters: Record<string, string>;
  @ChoiceField(monitorKinds) kind: MonitorKind;
  @ApiProperty({ type: [String] }) fields: string[];
  @ResponseInteger() every_minutes: number;

  @IdField({ nullable: true, description: 'The key that pays; after a rotation the newer one. null: none works' })
  key_id: string | null;

  @ChoiceField(['active', 'paused']) state: 'active' | 'paused';
  @ChoiceField(pauseReasons, { nullable: true }) pause_reason: PauseReason | null;
  @TimeField({ nullable: true }) paused_at: string | null;
  @TimeField() created_at: string;
  @TimeField({ nullable: true, description: 'null while it runs, and while it is paused' }) next_run_at: string | null;
  @ResponseObject(MonitorRunView, { nullable: true }) last_run: MonitorRunView | null;
  @ResponseObject(MonitorEventView, { nullable: true }) last_event: MonitorEventView | null;
  @ResponseInteger({ description: 'Failed runs in a row; ten pause it' }) failures: number;
  @ResponseUsd({ description: 'Price of a run' }) price_usd: string;
  @ResponseUsd({ example: '0.057600', description: 'About what the runs of a day cost' }) daily_cost_usd: string;

  @ResponseObject(MonitorValueView, { list: true, description: 'Of changed: the last known values' })
  values: MonitorValueView[];
}

export class MonitorPage extends pageOf(MonitorView) {}

export function monitorView(monitor: Monitor, env: Pick<Env, 'PRICE_PER_REQUEST_USD'>): MonitorView {
  const { pausedAt, nextRunAt, lastRun, lastEvent, watched } = monitor;
  const operation = allOperations.find(({ name }) => name === monitor.operation);
  return {
    id: `${monitor.id}`,
    name: monitor.name,
    operation: monitor.operation,
    parameters: monitor.parameters,
    kind: monitor.kind,
    fields: [...monitor.fields],
    every_minutes: monitor.everyMinutes,
    key_id: monitor.keyId === null ? null : `${monitor.keyId}`,
    state: pausedAt ? 'paused' : 'active',
    pause_reason: monitor.pauseReason,
    paused_at: pausedAt?.toISOString() ?? null,
    created_at: monitor.createdAt.toISOString(),
    next_run_at: (pausedAt ? null : nextRunAt)?.toISOString() ?? null,
    last_run: lastRun && runView(lastRun),
    last_event: lastEvent && eventView(lastEvent),
    failures: monitor.failures,
    ...costOf(operation ?? { priceUnits: 0 }, monitor.everyMinutes, env),
    values: monitor.fields.flatMap((field) =>
      Object.hasOwn(watched, field) ? [{ field, value: watched[field]! }] : [],
    ),
  };
}

export function runView(run: MonitorRun): MonitorRunView {
  return {
    id: `${run.id}`,
    due_at: run.dueAt.toISOString(),
    started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    outcome: run.outcome,
    code: run.code,
    reason: run.reason,
    request_id: run.requestId,
    events: run.events,
  };
}

/** Values of a list's parameters that would not give its newest items. */
const notWatched = new Set<string>([...tokenParameters, 'fields', 'sort_by_views']);

/** Adds what is wrong with what a monitor asks to the errors. @returns the operation */
export function readWatched(body: CreateMonitorBody, errors: ParameterError[]): Operation {
  const operation = allOperations.find(({ name }) => name === body.operation)!;
  const kind = kindOf(operation)!;
  if (body.kind !== kind)
    errors.push({ in: 'body', parameter: 'kind', message: `must be ${kind} for ${operation.name}` });
  errors.push(...fieldErrors(kind, body.fields), ...parameterErrors(operation, body.parameters));
  return operation;
}

export function fieldErrors(kind: MonitorKind, fields: readonly string[] = []): ParameterError[] {
  const message =
    kind === 'new_items'
      ? fields.length > 0 && 'is only for monitors of the kind changed'
      : fields.length === 0
        ? 'must have at least one path'
        : !fields.every((path) => /^[\w$@:-]+(\.[\w$@:-]+){0,7}$/.test(path)) &&
          'must have paths of one to eight member names with dots between them, such as caption.text';
  return message ? [{ in: 'body', parameter: 'fields', message }] : [];
}

function parameterErrors(operation: Operation, given: Readonly<Record<string, string>>): ParameterError[] {
  const wrong: ParameterError[] = [];
  const entries: Record<'path' | 'query', string[][]> = { path: [], query: [] };
  for (const [name, value] of Object.entries(given)) {
    const place = Object.hasOwn(operation.parameters, name) ? placeOf(operation, name) : 'query';
    if (notWatched.has(name)) wrong.push({ in: place, parameter: name, message: 'cannot be used by a monitor' });
    else entries[place].push([name, value]);
  }
  try {
    const query = entries.query.map((pair) => pair.map(encodeURIComponent).join('='));
    readParameters(operation, Object.fromEntries(entries.path), query.join('&'), wrong);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.members?.errors as ParameterError[];
    return errors.map(({ parameter, message }) => ({ in: 'body', parameter: `parameters.${parameter}`, message }));
  }
}
