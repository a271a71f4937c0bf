// One request with a key, and the whole of its answer.
import { get } from 'node:http';

/** @returns `{status, headers}` once the answer has ended; rejects when there is none. */
export function ask({ port }, path, apiKey, agent) {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, headers: { 'x-api-key': apiKey } }, (response) => {
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers }));
      response.resume();
    }).on('error', reject);
  });
}
