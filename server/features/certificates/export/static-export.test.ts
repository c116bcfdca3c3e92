// @module-tag both
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createLocalJWKSet, decodeProtectedHeader, importJWK, type JSONWebKeySet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete } from '#test/certificates.ts';
import { aHolder } from '#test/factories.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { serveFolder } from '#test/static-site.ts';
import { certificatesInBatches } from '../certificates.queries.ts';

const SITE = 'https://school.example';
const Jwks = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) });
const Badge = z.looseObject({
  credentialStatus: z.looseObject({ statusListIndex: z.string(), statusListCredential: z.string() }),
});
const StatusList = z.looseObject({ credentialSubject: z.looseObject({ encodedList: z.string() }) });

const earnIn = async (app: TestApp, { courseId, lectures }: Awaited<ReturnType<typeof aCertifiedCourse>>) => {
  const person = await aHolder(app, courseId);
  for (const lectureId of lectures) await complete(app, person, { courseId, lectureId, minutes: 9.6 });
  const [certificate] = await certificatesOf(app, person);
  if (!certificate) throw new Error('no certificate');
  return { ...certificate, person };
};

/** The text that a reader of a page sees. */
const textOf = (html: string): string =>
  html
    .replace(/<(title|style)[^]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('an exported folder on any web space verifies every badge, and says which are revoked', async () => {
  await using app = await startApp({ PUBLIC_URL: SITE });
  await using cleanup = new AsyncDisposableStack();
  const space = await temporaryFolder();
  cleanup.defer(space.remove);
  const course = await aCertifiedCourse(app, { title: 'Rain & <Wind>' });
  const [good, bad, misspelt] = [await earnIn(app, course), await earnIn(app, course), await earnIn(app, course)];
  await app.rotateCertificateKey();
  const reason = 'Another person watched.';
  await call(app, 'POST', `/admin/certificates/${bad.code}/revoke`, { token: course.admin.token, body: { reason } });
  const { token } = misspelt.person;
  const named = { token, body: { holderName: 'Meera K. Nair' } };
  await call(app, 'PUT', `/user/certificates/${misspelt.code}/name`, named);
  const [corrected] = await certificatesOf(app, misspelt.person);

  const folder = join(space.path, 'certificates-of-2026');
  expect(await app.exportCertificates(folder)).toBe(`Certificates exported to ${folder}: 4`);
  await using web = await serveFolder(folder);
  const get = async (address: string): Promise<Response> => {
    const response = await fetch(address.replace(SITE, web.origin));
    expect([address, response.status]).toEqual([address, 200]);
    return response;
  };
  const keys: JSONWebKeySet = Jwks.parse(await (await get(`${SITE}/.well-known/jwks.json`)).json());
  const options = { currentDate: new Date(app.clock.now()) };

  const isEnded = async (code: string): Promise<boolean> => {
    const jwt = await (await get(`${SITE}/certificates/${code}/badge.jwt`)).text();
    const { kid = '' } = decodeProtectedHeader(jwt);
    const key = await importJWK(z.looseObject({ kty: z.string() }).parse(await (await get(kid)).json()), 'RS256');
    const { payload } = await jwtVerify(jwt, key, { ...options, issuer: `${SITE}/` });
    await jwtVerify(jwt, createLocalJWKSet(keys), options);
    expect(payload['id']).toBe(`${SITE}/certificates/${code}`);
    expect(await (await get(`${SITE}/certificates/${code}/badge.json`)).json()).toEqual(payload);
    const png = Buffer.from(await (await get(`${SITE}/certificates/${code}/badge.png`)).arrayBuffer());
    expect(png.toString('latin1')).toContain(jwt);
    const { statusListCredential, statusListIndex } = Badge.parse(payload).credentialStatus;
    const list = await jwtVerify(await (await get(statusListCredential)).text(), createLocalJWKSet(keys), options);
    const { encodedList } = StatusList.parse(list.payload).credentialSubject;
    const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
    const index = Number(statusListIndex);
    return ((bits[Math.floor(index / 8)] ?? 0) & (0x80 >> (index % 8))) !== 0;
  };
  expect(await isEnded(good.code)).toBe(false);
  expect(await isEnded(bad.code)).toBe(true);
  expect(await isEnded(misspelt.code)).toBe(true);
  expect(await isEnded(corrected?.code ?? '')).toBe(false);

  const pageOf = async (code: string): Promise<string> => {
    const html = await (await get(`${SITE}/certificates/${code}`)).text();
    expect(html).not.toMatch(/<script|<wind/i);
    for (const [, path = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g))
      await get(new URL(path, `${SITE}/certificates/${code}/`).toString());
    return textOf(html);
  };
  expect(await pageOf(good.code)).toBe(
    [
      ' Lectern This certificate is valid Lectern issued it to Meera Nair on 15 June 2026. It has not been revoked or replaced.',
      'Meera Nair completed Rain &amp; &lt;Wind&gt; Meera Nair watched and completed Rain &amp; &lt;Wind&gt;, a course of 2 lectures by Dr. Thomas Kurian.',
      'What was measured Watched 96% of 20 min Lectures 2 of 2 completed',
      'Completed 2 of 2 lectures, watched 96% of 20 min. Measured while the lectures played. Skipped parts do not count.',
      'What was required Every lecture completed 90% of the lectures watched, by measured minutes',
      'The rules of 15 June 2026. Later changes to the course change nothing here.',
      `About it Number ${good.code} Issued by Lectern Teacher Dr. Thomas Kurian Signed by Nandini Kulkarni, Head`,
      'Completed 15 June 2026 Issued 15 June 2026 Valid No expiry date Language English',
      'Badge , a picture with the signed file in it Signed file (Open Badges 3.0) What was signed , as JSON',
      'If paper and page differ, trust this page: Lectern issued what it says.',
      'This page was written on 15 June 2026. What changed later is not on it. ',
    ].join(' '),
  );
  expect(await pageOf(bad.code)).toContain(
    'This certificate was revoked Lectern issued it to Meera Nair on 15 June 2026. It was revoked on 15 June 2026: Another person watched. ',
  );
  expect(await pageOf(misspelt.code)).toContain(
    `This certificate was replaced Lectern issued it to Meera Nair on 15 June 2026. The new one has the number ${corrected?.code} .`,
  );
});

test('an export replaces an earlier one as a whole, and no other folder', async () => {
  await using app = await startApp({ PUBLIC_URL: SITE });
  await using cleanup = new AsyncDisposableStack();
  const space = await temporaryFolder();
  cleanup.defer(space.remove);
  const folder = join(space.path, 'export');
  const course = await aCertifiedCourse(app);
  const first = await earnIn(app, course);
  await app.exportCertificates(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o755);
  const second = await earnIn(app, course);
  expect(await app.exportCertificates(folder)).toBe(`Certificates exported to ${folder}: 2`);
  expect((await readdir(join(folder, 'certificates'))).toSorted()).toEqual(
    [first.code, second.code, 'keys', 'status'].toSorted(),
  );
  expect(await readdir(space.path)).toEqual(['export']);
  const home = join(space.path, 'home');
  await mkdir(home);
  await writeFile(join(home, 'letter.txt'), 'mine');
  await expect(app.exportCertificates(home)).rejects.toThrow(
    `${home} has other files, such as letter.txt: name a new folder, or an earlier export`,
  );
  expect(await readdir(home)).toEqual(['letter.txt']);
});

test('certificates are read in batches, each one once', async () => {
  await using app = await startApp({ PUBLIC_URL: SITE });
  const course = await aCertifiedCourse(app);
  const earned = [await earnIn(app, course), await earnIn(app, course), await earnIn(app, course)];
  const sizes = [];
  const codes = [];
  for await (const rows of certificatesInBatches(app.database.db, 2)) {
    sizes.push(rows.length);
    codes.push(...rows.map(({ code }) => code));
  }
  expect(sizes).toEqual([2, 1]);
  expect(codes.toSorted()).toEqual(earned.map(({ code }) => code).toSorted());
});
