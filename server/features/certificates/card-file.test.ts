import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete } from '#test/certificates.ts';
import { aHolder } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import * as pageProgram from '#web/app/render/render.tsx';

const DOCUMENT =
  '<html lang="en"><head><title>x</title><!--site-facts--></head><body><div id="root"><!--page--><!--/page--></div></body></html>';

const openSchool = async (environment: Record<string, string> = {}) => {
  const pages = await mkdtemp(join(tmpdir(), 'lectern-cards-'));
  await writeFile(join(pages, 'index.html'), DOCUMENT);
  const app = await startApp({ PUBLIC_URL: 'https://school.example', ...environment }, { pages, pageProgram });
  const close = async () => {
    await app.close();
    await rm(pages, { recursive: true });
  };
  const { admin, courseId, lectures } = await aCertifiedCourse(app, { rule: { validMonths: 1 } });
  const earn = async (fullName: string): Promise<string> => {
    const person = await aHolder(app, courseId, { fullName });
    for (const lectureId of lectures) await complete(app, person, { courseId, lectureId, minutes: 10 });
    const [certificate] = await certificatesOf(app, person);
    return certificate?.code ?? '';
  };
  const get = (url: string) => app.http.inject({ url });
  return { app, admin, earn, get, [Symbol.asyncDispose]: close };
};

const cardOf = (html: string): string | undefined =>
  /<meta property="og:image" content="https:\/\/school\.example([^"]+)"/.exec(html)?.[1];

/** The pixels that are as dark as letters, from one column on. */
const inkFrom = async (png: Buffer, left: number): Promise<number> => {
  const { width, height } = await sharp(png).metadata();
  const part = { left, top: 120, width: width - left, height: Math.min(400, height - 120) };
  const bytes = await sharp(png).extract(part).greyscale().raw().toBuffer();
  return bytes.filter((byte) => byte < 100).length;
};

test('the page of a certificate names a picture of 1200 by 630 pixels, in any script', async () => {
  await using school = await openSchool();
  const { earn, get } = school;
  for (const name of ['Meera Nair', 'मीरा नायर', 'مريم']) {
    const code = await earn(name);
    const path = cardOf((await get(`/certificates/${code}`)).body);
    expect(path).toBe(`/cards/certificates/${code}.png`);
    const card = await get(path ?? '');
    expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/png']);
    expect(card.headers['cache-control']).toBe('public, max-age=300');
    expect(await sharp(card.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(await inkFrom(card.rawPayload, 400)).toBeGreaterThan(5000);
    expect((await get(path ?? '')).rawPayload.equals(card.rawPayload)).toBe(true);
  }
});

test('an expired certificate says so in its picture; unknown and revoked ones have none', async () => {
  await using school = await openSchool();
  const { app, admin, earn, get } = school;
  const [expired, revoked] = [await earn('Meera Nair'), await earn('Ravi Rao')];
  const path = `/cards/certificates/${expired}.png`;
  const before = await get(path);
  const { token } = admin;
  await call(app, 'POST', `/admin/certificates/${revoked}/revoke`, { token, body: { reason: 'A mistake' } });
  expect(cardOf((await get(`/certificates/${revoked}`)).body)).toBeUndefined();
  for (const code of [revoked, '0000-0000-0000', 'x'.repeat(90)])
    expect((await get(`/cards/certificates/${code}.png`)).statusCode).toBe(404);
  app.clock.advance(31 * DAY_MS);
  const after = await get(path);
  expect(after.statusCode).toBe(200);
  expect(after.rawPayload.equals(before.rawPayload)).toBe(false);
});

test('a name that fills many lines fits, and pictures are counted by address', async () => {
  await using school = await openSchool({ RATE_LIMIT: 'on' });
  const path = `/cards/certificates/${await school.earn('A Very Long Name '.repeat(6).trim().slice(0, 100))}.png`;
  const statuses = new Set<number>();
  for (let index = 0; index < 301; index += 1)
    statuses.add((await school.app.http.inject({ url: path, remoteAddress: '198.51.100.7' })).statusCode);
  expect([...statuses]).toEqual([200, 429]);
});
