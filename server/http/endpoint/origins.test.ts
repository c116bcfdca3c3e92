import { expect, test } from 'vitest';
import { localOrigin } from './origins.ts';

test.each([
  ['127.0.0.1', 'http://localhost:5000'],
  ['0.0.0.0', 'http://localhost:5000'],
  ['::', 'http://localhost:5000'],
  ['::1', 'http://[::1]:5000'],
  ['192.168.1.7', 'http://192.168.1.7:5000'],
  ['school.example', 'http://school.example:5000'],
])('a server that listens on %s is reached at %s', (host, origin) => {
  expect(localOrigin(host, 5000)).toBe(origin);
});
