import { describe, expect, it } from 'vitest';
import { openFakeSmtp } from '#test/fake-smtp.ts';
import { CLOSED, examine, NOWHERE, respondWith, seen } from '#test/examine.ts';
import { startApp } from '#test/start-app.ts';

describe('email', () => {
  it('has a mail server that accepts the login, or none', async () => {
    await using smtp = await openFakeSmtp();
    expect(await examine(NOWHERE, { SMTP_URL: smtp.url, MAIL_FROM: 'hello@school.example' })).toMatchObject({
      email: { status: 'ok', detail: `${new URL(smtp.url).host}, from hello@school.example.` },
    });
    expect(await examine(NOWHERE)).toMatchObject({
      email: { status: 'warning', title: 'Emails are not sent', fix: { code: 'SMTP_URL' } },
    });
    expect(await examine(NOWHERE, { SMTP_URL: `smtp://user:secret@${CLOSED}` })).toMatchObject({
      email: { status: 'failing', title: 'The mail server cannot be reached', fix: { code: 'SMTP_URL' } },
    });
    await using strict = await openFakeSmtp({ refusesLogins: true });
    expect(await examine(NOWHERE, { SMTP_URL: strict.url.replace('//', '//user:secret@') })).toMatchObject({
      email: { status: 'failing', title: 'The mail server refuses the login', fix: { code: 'SMTP_URL' } },
    });
  });
});

describe('proxy', () => {
  it.each([
    ['no proxy', {}, undefined, 'ok', 'No proxy is in front'],
    ['trusted', { TRUST_PROXY: '1' }, '203.0.113.7', 'ok', 'The proxy in front is trusted'],
    ['not trusted', {}, '203.0.113.7', 'failing', 'The proxy in front is not trusted'],
    ['HTTPS', { PUBLIC_URL: 'https://localhost:9' }, undefined, 'failing', 'The proxy in front is not trusted'],
    ['everyone', { TRUST_PROXY: 'true', HOST: '0.0.0.0' }, '1.1.1.1', 'warning', 'Any caller can claim any address'],
    ['silent', { TRUST_PROXY: '1' }, undefined, 'warning', 'The proxy forwards no address'],
  ] as const)('%s', async (_name, settings, forwardedFor, status, title) => {
    expect(await examine(NOWHERE, settings, forwardedFor)).toMatchObject({
      proxy: { status, title, setting: 'TRUST_PROXY' },
    });
  });

  it('is judged by the headers of the request', async () => {
    await using app = await startApp();
    expect(await seen(app)).toMatchObject({ proxy: { status: 'ok' } });
    expect(await seen(app, { 'x-forwarded-for': '203.0.113.7' })).toMatchObject({ proxy: { status: 'failing' } });
  });
});

describe('public address', () => {
  it('leads to this server, to another one, or nowhere', async () => {
    await using app = await startApp();
    const origin = await app.listen();
    const other = await respondWith((_request, response) => response.writeHead(502).end());
    const { host } = new URL(other);
    expect(await examine(NOWHERE)).toMatchObject({
      address: { status: 'ok', detail: 'At http://localhost:5000.', setting: 'PUBLIC_URL' },
    });
    expect(await examine(NOWHERE, { HOST: '0.0.0.0' })).toMatchObject({
      address: { status: 'warning', title: 'The public address is not known', fix: { code: 'PUBLIC_URL' } },
    });
    expect(await examine(NOWHERE, { PUBLIC_URL: origin })).toMatchObject({
      address: { status: 'ok', title: `The site is reachable at ${new URL(origin).host}` },
    });
    expect(await examine(NOWHERE, { PUBLIC_URL: other })).toMatchObject({
      address: {
        status: 'failing',
        title: `${host} does not lead to this server`,
        detail: 'It responds with 502. The server may be stopped, or the proxy leads elsewhere.',
      },
    });
    expect(await examine(NOWHERE, { PUBLIC_URL: `http://${CLOSED}` })).toMatchObject({
      address: { status: 'failing', title: `${CLOSED} cannot be reached` },
    });
  });
});
