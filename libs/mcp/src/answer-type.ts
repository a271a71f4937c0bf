const answerTypes = ['application/json', 'text/event-stream'] as const;

export type AnswerType = (typeof answerTypes)[number];

/** What the protocol's library wants every client to accept. */
export const bothTypes = answerTypes.join(', ');

/**
 * Converts an answer of the protocol's library to a type that the client accepts. The library chooses the type by itself.
 * @param isBatch whether the request was an array, so that a JSON answer must be one, too
 */
export async function answerIn(answer: Response, accepted: readonly AnswerType[], isBatch: boolean): Promise<Response> {
  const type = answerTypes.find((one) => answer.headers.get('content-type')?.startsWith(one));
  const [wanted] = accepted;
  if (!answer.body || type === undefined || wanted === undefined || accepted.includes(type)) return answer;
  const text = await answer.text();
  const body = wanted === 'application/json' ? jsonOf(text, isBatch) : `event: message\ndata: ${text}\n\n`;
  return new Response(body, { status: answer.status, headers: { 'content-type': wanted } });
}

/** The responses in a stream of events. Notifications, which are not responses, are left out. */
function jsonOf(events: string, isBatch: boolean): string {
  const messages = [...events.matchAll(/^data: ?(.+)$/gm)].map(([, data]) => data!);
  const responses = messages.filter((message) => 'id' in JSON.parse(message) && !('method' in JSON.parse(message)));
  return isBatch ? `[${responses.join(',')}]` : (responses[0] ?? '');
}
