// The baseline: the leanest relay with node:http. Passes on method and path, and the response's type, length and body.
import { Agent, createServer, request as requestOf } from 'node:http';

const { hostname, port } = new URL(process.env.UPSTREAM_BASE_URL);
const agent = new Agent({ keepAlive: true, maxSockets: 128 });

const server = createServer(({ method, url: path }, response) => {
  const upstream = requestOf({ agent, hostname, port, method, path }, (answer) => {
    const { 'content-type': type, 'content-length': length } = answer.headers;
    response.writeHead(answer.statusCode, { 'content-type': type, 'content-length': length });
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  upstream.end();
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({ ready: true }));
