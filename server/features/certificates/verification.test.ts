import { crc32, gunzipSync } from 'node:zlib';
import { createLocalJWKSet, decodeProtectedHeader, importJWK, type JSONWebKeySet, jwtVerify } from 'jose';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete } from '#test/certificates.ts';
import { aHolder } from '#test/factories.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

import { listAltered } from './authenticity.ts';

const SITE = 'https://school.example';
const Jwks = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) });
const Badge = z.looseObject({
  id: z.string(),
  credentialSubject: z.looseObject({ id: z.string() }),
  credentialStatus: z.object({ statusListIndex: z.string(), statusListCredential: z.string() }).loose(),
});

const get = (app: TestApp, url: string) => app.http.inject({ url: url.replace(SITE, '') });

const openSchool = async () => {
  const app = await startApp({ PUBLIC_URL: SITE });
  const { admin, courseId, lectures } = await aCertifiedCourse(app);
  const earn = async () => {
    const person = await aHolder(app, courseId);
    for (const lectureId of lectures) await complete(app, person, { courseId, lectureId, minutes: 9.6 });
    const [certificate] = await certificatesOf(app, person);
    if (!certificate) throw new Error('no certificate');
    const { body } = await get(app, `${API_PREFIX}/certificates/${certificate.code}/badge`);
    return { ...certificate, jwt: body };
  };
  const keySet = async (): Promise<JSONWebKeySet> => Jwks.parse((await get(app, '/.well-known/jwks.json')).json());
  return { app, admin, earn, keySet, [Symbol.asyncDispose]: app.close };
};

test('the public key is there from the first start', async () => {
  await using app = await startApp({ PUBLIC_URL: SITE });
  const { keys } = Jwks.parse((await get(app, '/.well-known/jwks.json')).json());
  expect(keys).toMatchObject([{ kty: 'RSA', alg: 'RS256', use: 'sig', e: 'AQAB' }]);
  expect(keys[0]).not.toHaveProperty('d');
  expect((await get(app, keys[0]?.kid ?? '')).json()).toEqual(keys[0]);
  expect((await get(app, '/certificates/keys/unknown')).statusCode).toBe(404);
});

test('a library that is not ours verifies a badge with the published key', async () => {
  await using school = await openSchool();
  const { app, earn, keySet } = school;
  const { jwt, code, issuedAt } = await earn();
  const { payload, protectedHeader } = await jwtVerify(jwt, createLocalJWKSet(await keySet()), {
    issuer: `${SITE}/`,
    currentDate: new Date(app.clock.now()),
  });
  expect(Object.keys(protectedHeader)).toEqual(['alg', 'kid', 'typ']);
  const alone = await importJWK((await get(app, protectedHeader.kid ?? '')).json(), 'RS256');
  await jwtVerify(jwt, alone, { currentDate: new Date(app.clock.now()) });
  expect(payload).toMatchObject({
    id: `${SITE}/certificates/${code}`,
    jti: `${SITE}/certificates/${code}`,
    nbf: Date.parse(issuedAt) / 1000,
    validFrom: issuedAt,
    issuer: { id: `${SITE}/`, name: 'Lectern' },
    name: 'A Short Science of the Monsoon',
    evidence: [{ narrative: 'Completed 2 of 2 lectures, watched 96% of 20 min.' }],
  });
  const badge = Badge.parse(payload);
  expect(payload.sub).toBe(badge.credentialSubject.id);
  expect(JSON.stringify(payload)).not.toContain('@school.example');
});

/** The names of the parts of a PNG, with their bytes. */
const chunksOf = (png: Buffer): [name: string, data: Buffer][] => {
  const chunks: [string, Buffer][] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    chunks.push([named.subarray(0, 4).toString(), named.subarray(4)]);
    at += 12 + length;
  }
  return chunks;
};

test('a picture carries the badge, and the library verifies what it carries', async () => {
  await using school = await openSchool();
  const { app, earn, keySet } = school;
  const { jwt, code } = await earn();
  const image = await get(app, `${API_PREFIX}/certificates/${code}/badge-image`);
  expect(image.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="certificate.png"',
  });
  const { format, width, height } = await sharp(await sharp(image.rawPayload).png().toBuffer()).metadata();
  expect([format, width, height]).toEqual(['png', 512, 512]);
  const chunks = chunksOf(image.rawPayload);
  expect(chunks.map(([name]) => name)).toEqual(['IHDR', 'PLTE', 'IDAT', 'iTXt', 'IEND']);
  const [keyword, ...rest] = chunks[3]?.[1].toString().split('\0') ?? [];
  expect([keyword, rest.length]).toEqual(['openbadgecredential', 5]);
  expect(rest[4]).toBe(jwt);
  const { payload } = await jwtVerify(rest[4] ?? '', createLocalJWKSet(await keySet()), {
    issuer: `${SITE}/`,
    currentDate: new Date(app.clock.now()),
  });
  expect(payload['id']).toBe(`${SITE}/certificates/${code}`);
  expect((await get(app, `${API_PREFIX}/certificates/0000-0000-0000/badge-image`)).statusCode).toBe(404);
});

test('a changed name or score does not verify', async () => {
  await using school = await openSchool();
  const { app, earn, keySet } = school;
  const { jwt } = await earn();
  const keys = createLocalJWKSet(await keySet());
  const [header, payload = '', signature] = jwt.split('.');
  for (const [from, to] of [
    ['Meera Nair', 'Meena Nair'],
    ['96%', '99%'],
  ] as const) {
    const text = Buffer.from(payload, 'base64url').toString();
    expect(text).toContain(from);
    const changed = [header, Buffer.from(text.replace(from, to)).toString('base64url'), signature].join('.');
    await expect(jwtVerify(changed, keys, { currentDate: new Date(app.clock.now()) })).rejects.toThrow(
      'signature verification failed',
    );
  }
});

test('after a rotation new badges have a new key, and earlier ones still verify', async () => {
  await using school = await openSchool();
  const { app, earn, keySet } = school;
  const first = await earn();
  await app.rotateCertificateKey();
  const second = await earn();
  const keys = createLocalJWKSet(await keySet());
  const kids = [];
  for (const { jwt } of [first, second]) {
    await jwtVerify(jwt, keys, { currentDate: new Date(app.clock.now()) });
    kids.push(decodeProtectedHeader(jwt).kid);
  }
  expect(new Set(kids).size).toBe(2);
});

test('the verification of a backup names a certificate that says something else than what was signed', async () => {
  await using school = await openSchool();
  const { app, earn } = school;
  const [good, bad] = [await earn(), await earn()];
  expect(await listAltered(app.database.db)).toEqual([]);
  const change = (values: Partial<CertificateRow>) =>
    app.database.db.updateTable('certificates').set(values).where('code', '=', bad.code).execute();
  await change({ holder_name: 'Meena Nair' });
  expect(await listAltered(app.database.db)).toEqual([bad.code]);
  await change({ holder_name: 'Meera Nair' });
  expect(await listAltered(app.database.db)).toEqual([]);
  await change({ jws: good.jwt });
  expect(await listAltered(app.database.db)).toEqual([bad.code]);
});

test('the status list says which badges are revoked', async () => {
  await using school = await openSchool();
  const { app, admin, earn, keySet } = school;
  const [good, bad] = [await earn(), await earn()];
  await call(app, 'POST', `/admin/certificates/${bad.code}/revoke`, {
    token: admin.token,
    body: { reason: 'Another person watched.' },
  });
  const keys = createLocalJWKSet(await keySet());
  const bitOf = async (jwt: string): Promise<boolean> => {
    const options = { currentDate: new Date(app.clock.now()) };
    const { credentialStatus } = Badge.parse((await jwtVerify(jwt, keys, options)).payload);
    const list = await jwtVerify((await get(app, credentialStatus.statusListCredential)).body, keys, options);
    const { encodedList } = z.object({ encodedList: z.string() }).parse(list.payload['credentialSubject']);
    const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
    const index = Number(credentialStatus.statusListIndex);
    return ((bits[Math.floor(index / 8)] ?? 0) & (0x80 >> (index % 8))) !== 0;
  };
  expect(await bitOf(good.jwt)).toBe(false);
  expect(await bitOf(bad.jwt)).toBe(true);
  expect((await get(app, '/certificates/status/7')).statusCode).toBe(404);
});
