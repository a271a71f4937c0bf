// Several API processes, one account, money for exactly so many answers.
import { get } from 'node:http';

/** Asks all at once, each process in turn; gives how many answers were paid for. */
export async function race(servers, apiKey, requests) {
  const asked = Array.from({ length: requests }, (_, index) => costOf(servers[index % servers.length].port, apiKey));
  return (await Promise.all(asked)).filter((cost) => cost !== undefined && cost !== '0').length;
}

function costOf(port, apiKey) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/users/1000/followers', headers: { 'x-api-key': apiKey } };
    get(options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.headers['x-cost-usd']));
    }).on('error', reject);
  });
}
