import { expect, test } from 'vitest';
import { readSmtpUrl, toSmtpUrl } from './smtp-url.ts';

test.each([
  ['smtps://asha%40school.example:p%3Aw@mail.example', 'mail.example', 465, 'tls', 'asha@school.example', 'p:w'],
  ['smtp://mail.example', 'mail.example', 587, 'automatic', '', ''],
  ['smtp://mail.example:25?requireTLS=true', 'mail.example', 25, 'starttls', '', ''],
  ['smtp://mail.example?requireTLS=false', 'mail.example', 587, 'automatic', '', ''],
  ['smtps://mail.example:2465?requireTLS=true', 'mail.example', 2465, 'tls', '', ''],
  ['smtp://100%:100%25@mail.example', 'mail.example', 587, 'automatic', '100%', '100%'],
] as const)('%s is shown by its parts', (address, host, port, security, user, password) => {
  expect(readSmtpUrl(address)).toEqual({ host, port, security, user, password });
});

test.each([
  [
    { host: 'mail.example', port: 465, security: 'tls', user: 'a@b' },
    'p:w/',
    'smtps://a%40b:p%3Aw%2F@mail.example:465',
  ],
  [{ host: 'mail.example', port: 587, security: 'starttls', user: '' }, 'x', 'smtp://mail.example:587?requireTLS=true'],
  [{ host: 'mail.example', port: 25, security: 'automatic', user: 'a' }, '', 'smtp://a:@mail.example:25'],
] as const)('%o with the password %j is %s', (server, password, address) => {
  expect(toSmtpUrl(server, password)).toBe(address);
});
