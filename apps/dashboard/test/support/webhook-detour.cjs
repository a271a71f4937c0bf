// Loaded into the product before anything else: calls to this one name reach a plain server of the test on this machine,
// because a test has no address in the public internet. The port is the address's own.
const http = require('node:http');
const https = require('node:https');

const receiver = 'receiver.example';
const request = https.request;

https.request = (url, options, onResponse) => {
  if (url?.hostname !== receiver) return request(url, options, onResponse);
  const { method, headers, signal } = options;
  return http.request(
    { host: '127.0.0.1', port: url.port, path: url.pathname, method, headers, signal, agent: false },
    onResponse,
  );
};
