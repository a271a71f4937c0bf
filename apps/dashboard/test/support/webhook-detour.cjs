// Loaded into the product before anything else: calls to this one name reach a plain server of the test on this machine,
// because a test has no address in the public internet. The port is the address's own.
const http = require('node:http');
const https = require('node:https');

const receiver = 'receiver.example';
const request = https.request;

https.request = (options, onResponse) => {
  if (options.hostname !== receiver) return request(options, onResponse);
  const { port, path, method, headers, signal } = options;
  return http.request({ host: '127.0.0.1', port, path, method, headers, signal, agent: false }, onResponse);
};
