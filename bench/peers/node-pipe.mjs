// Relays with node:http: copies every header and pipes both bodies.
import { Agent, createServer, request as requestOf } from 'node:http';

const { hostname, port } = new URL(process.env.UPSTREAM_BASE_URL);
const agent = new Agent({ keepAlive: true, maxSockets: 128 });

const server = createServer((request, response) => {
  const { method, url: path, headers } = request;
  const upstream = requestOf({ agent, hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({ ready: true }));
