// Express with http-proxy-middleware, as its README shows it, on a keep-alive agent.
import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

const app = express();
app.use(
  createProxyMiddleware({
    target: process.env.UPSTREAM_BASE_URL,
    changeOrigin: true,
    agent: new Agent({ keepAlive: true, maxSockets: 128 }),
  }),
);
app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({ ready: true }));
