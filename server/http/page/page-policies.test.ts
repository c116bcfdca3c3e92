import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const OWN = 'https://school.example https://cdn.school.example';
const CDN = {
  MEDIA_DELIVERY: 'cdn',
  MEDIA_CDN_URL: 'https://cdn.school.example',
  MEDIA_CDN_KEY: 'k'.repeat(32),
};

let pages: string;
let app: TestApp;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'lectern-pages-'));
  await writeFile(join(pages, 'email-frame.html'), '<!doctype html>');
  await writeFile(join(pages, 'index.html'), '<html lang="en"><title>x</title></html>');
  app = await startApp({ PUBLIC_URL: 'https://school.example', ...CDN }, { pages });
});

afterAll(async () => {
  await app.close();
  await rm(pages, { recursive: true });
});

/** In no frame, and other sites learn the origin alone. */
const CLOSED = { framedBy: "'none'", referrer: 'strict-origin-when-cross-origin' };

/** Some directives of a page by their names. */
const policyOf = async (url: string, from = app) => {
  const { headers } = await from.http.inject({ url });
  const directives = String(headers['content-security-policy']).split('; ');
  const sourcesOf = (name: string): string | undefined =>
    directives.find((directive) => directive.startsWith(`${name} `))?.slice(name.length + 1);
  return {
    script: sourcesOf('script-src'),
    connect: sourcesOf('connect-src'),
    frame: sourcesOf('frame-src'),
    opener: headers['cross-origin-opener-policy'],
    framedBy: sourcesOf('frame-ancestors'),
    referrer: headers['referrer-policy'],
  };
};

test('a page runs scripts of its own files only, and loads from the addresses of the school', async () => {
  const strict = { script: "'self'", connect: `'self' ${OWN}`, frame: "'self'", opener: 'same-origin', ...CLOSED };
  for (const url of ['/', '/courses', '/user/profile', '/admin/payments', '/denied', '/checkout/success', '/checkouts'])
    expect(await policyOf(url), url).toEqual(strict);
});

test('only the checkout reaches the payment provider', async () => {
  for (const url of ['/checkout', '/checkout/', '/checkout?plan=x'])
    expect(await policyOf(url), url).toEqual({
      script: "'self' https://checkout.razorpay.com https://cdn.razorpay.com",
      connect: `'self' ${OWN} https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com https://api.razorpay.com`,
      frame: "'self' https://api.razorpay.com https://checkout.razorpay.com",
      opener: 'same-origin-allow-popups',
      ...CLOSED,
    });
});

test('a script of another address is allowed on the checkout with its own origin alone', async () => {
  const settings = { RAZORPAY_CHECKOUT_SCRIPT: 'https://pay.example/v1/checkout.js' };
  await using other = await startApp(settings, { pages });
  const sources = "'self' https://pay.example";
  expect(await policyOf('/checkout', other)).toMatchObject({ script: sources, connect: sources, frame: sources });
});

test('the frame of emails has inline styles, and runs and loads nothing, in a page of the school alone', async () => {
  const { headers } = await app.http.inject({ url: '/email-frame.html' });
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  ]);
});

test('a page under another name of the school is redirected to its address, and one that leads back is served', async () => {
  await using fresh = await startApp({ PUBLIC_URL: 'https://school.example' }, { pages });
  const ask = async (host: string, url = '/courses?q=a%20b', method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const { statusCode, headers } = await fresh.http.inject({ url, method, headers: { host } });
    return [statusCode, headers.location ?? null];
  };
  const elsewhere = [308, 'https://school.example/courses?q=a%20b'];
  for (const host of ['www.school.example', 'old.example', 'OLD.example:443', '198.51.100.7'])
    expect(await ask(host), host).toEqual(elsewhere);
  for (const host of [
    'school.example',
    'SCHOOL.EXAMPLE:443',
    'localhost',
    '127.0.0.1:5000',
    '[::1]:5000',
    'lectern:5000',
  ])
    expect(await ask(host), host).toEqual([200, null]);
  for (const host of ['lectern', 'app.internal', '10.0.0.4', '172.18.0.3', 'school.example:8443', 'app.example:5000'])
    expect(await ask(host), host).toEqual([200, null]);
  expect(await ask('www.school.example', '/api/v1/site')).toEqual([200, null]);
  expect(await ask('www.school.example', '/healthz')).toEqual([200, null]);
  // A CDN that names this server to it, also to a visitor of the right address.
  for (let turn = 0; turn < 5; turn += 1) expect(await ask('origin.school.example')).toEqual(elsewhere);
  expect(await ask('origin.school.example')).toEqual([200, null]);
  expect(await ask('origin.school.example', '/')).toEqual([200, null]);
  expect(await ask('www.school.example', '/')).toEqual([308, 'https://school.example/']);
  // It may have been one hurried visitor.
  fresh.clock.advance(5 * MINUTE_MS);
  expect(await ask('origin.school.example')).toEqual(elsewhere);
});
