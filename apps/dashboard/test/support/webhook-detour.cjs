// Preloaded into the product: calls to this host name reach a plain server of the test, because a test has no public address.
// The port of the URL stays.
const http = require('node:http');
const https = require('node:https');

const receiver = 'receiver.example';
const request = https.request;

https.request = (options, onResponse) => {
  if (options.hostname !== receiver) return request(options, onResponse);
  const { port, path, method, headers, signal } = options;
  return http.request({ host: '127.0.0.1', port, path, method, headers, signal, agent: false }, onResponse);
};
