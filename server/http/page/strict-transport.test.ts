import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const addresses = [
  '/api/v1/courses',
  '/api/v1/nothing',
  '/api/v1/user/me',
  '/files/none.webp',
  '/media/a/b',
  '/health',
];

const headersOf = (app: TestApp): Promise<unknown[]> =>
  Promise.all(addresses.map(async (url) => (await app.http.inject({ url })).headers['strict-transport-security']));

const ofAll = (value: string | undefined) => addresses.map(() => value);

test('every response asks browsers to stay with HTTPS if PUBLIC_URL is HTTPS, and none otherwise', async () => {
  await using plain = await startApp({ PUBLIC_URL: 'http://school.example' });
  expect(await headersOf(plain)).toEqual(ofAll(undefined));
  await using secure = await plain.another({ PUBLIC_URL: 'https://school.example' });
  expect(await headersOf(secure)).toEqual(ofAll('max-age=31536000'));
  const upload = await secure.http.inject({ method: 'OPTIONS', url: '/api/v1/uploads' });
  expect(upload.headers['strict-transport-security']).toBe('max-age=31536000');
});

test('every response is read as what it is, and what has no policy of its own runs nothing and is in no frame', async () => {
  await using app = await startApp();
  const urls = [...addresses, '/livez', '/robots.txt', '/certificates/keys.json', '/api/docs', '/uploads'];
  for (const url of urls) {
    const { headers } = await app.http.inject({ url });
    expect(headers['x-content-type-options'], url).toBe('nosniff');
    expect(headers['content-security-policy'], url).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy'], url).toContain("default-src 'none'");
  }
  const own = await app.http.inject({ url: '/api/v1/user/me' });
  expect(own.headers['cache-control']).toBe('no-store');
});

test('subdomains are included only if configured, which requires HTTPS', async () => {
  await using app = await startApp({ PUBLIC_URL: 'https://school.example', HSTS_INCLUDE_SUBDOMAINS: '1' });
  expect(await headersOf(app)).toEqual(ofAll('max-age=31536000; includeSubDomains'));
  const sentence = 'HSTS_INCLUDE_SUBDOMAINS needs a PUBLIC_URL that begins with https://';
  for (const PUBLIC_URL of [undefined, 'http://school.example'])
    expect(() => readConfig({ HSTS_INCLUDE_SUBDOMAINS: '1', PUBLIC_URL })).toThrow(sentence);
});
