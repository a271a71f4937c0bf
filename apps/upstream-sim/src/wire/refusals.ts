import { type Answer, html, json, Refusal, text } from './answer';
import type { JsonObject } from './json';
import faultsTemplate from './templates/refusals.json';

interface Written {
  readonly status: number;
  readonly body?: JsonObject;
  readonly title?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly contentType?: string;
}

function answerOf({ status, body, title, headers, text: plain = '', contentType }: Written): Answer {
  if (body) return json(body, status);
  return title === undefined ? text(status, plain, contentType) : html(status, title, headers);
}

export const faultAnswers = Object.fromEntries(
  Object.entries<Written>(faultsTemplate).map(([name, written]) => [name, answerOf(written)]),
) as Readonly<Record<keyof typeof faultsTemplate, Answer>>;

const failed = (status: number, message: JsonObject | string): Answer => json({ message, status: 'fail' }, status);

const answers = {
  ...faultAnswers,
  comment_not_found: failed(404, 'Comment not found'),
  hashtag_not_found: failed(404, 'Hashtag not found'),
  location_not_found: failed(404, 'Location not found'),
  bad_cursor: failed(400, 'Invalid parameters'),
  bad_form: failed(400, { user_ids: ['This field is required.'] }),
  method_not_allowed: failed(405, 'Method not allowed'),
};

export const refusal = (name: keyof typeof answers): Refusal => new Refusal(answers[name]);

export const invalidMediaId = (id: string): Refusal => new Refusal(failed(400, `Invalid media_id ${id}`));
