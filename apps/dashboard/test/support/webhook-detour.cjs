// Preloaded into the product. Calls to the host name below reach an HTTP server of the test at the same port, because
// a test has no public address.
const http = require('node:http');
const https = require('node:https');

const receiver = 'receiver.example';
const request = https.request;

https.request = (options, onResponse) => {
  if (options.hostname !== receiver) return request(options, onResponse);
  const { port, path, method, headers, signal } = options;
  return http.request({ host: '127.0.0.1', port, path, method, headers, signal, agent: false }, onResponse);
};
