import { decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import { aCertifiedCourse, certificatesOf, complete } from '#test/certificates.ts';
import { aHolder } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

const SITE = 'https://school.example';

/**
 * What Open Badges 3.0 require of an achievement credential as a JWT, written from the text of the standard: no copy of its final
 * JSON schema under a fitting licence was at hand.
 */
const Credential = z.looseObject({
  '@context': z.tuple([
    z.literal('https://www.w3.org/ns/credentials/v2'),
    z.literal('https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'),
  ]),
  id: z.url(),
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('OpenBadgeCredential')]),
  issuer: z.looseObject({ id: z.url(), type: z.tuple([z.literal('Profile')]), name: z.string().min(1) }),
  validFrom: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  awardedDate: z.iso.datetime(),
  name: z.string().min(1),
  credentialSubject: z.looseObject({
    id: z.string().startsWith('urn:uuid:'),
    type: z.tuple([z.literal('AchievementSubject')]),
    identifier: z
      .array(
        z.looseObject({
          type: z.literal('IdentityObject'),
          hashed: z.boolean(),
          identityHash: z.string().min(1),
          identityType: z.enum(['name', 'emailAddress']),
        }),
      )
      .length(2),
    achievement: z.looseObject({
      id: z.url(),
      type: z.tuple([z.literal('Achievement')]),
      name: z.string().min(1),
      description: z.string().min(1),
      criteria: z.looseObject({ narrative: z.string().min(1) }),
    }),
  }),
  evidence: z.array(z.looseObject({ id: z.url(), type: z.tuple([z.literal('Evidence')]) })).length(1),
  credentialStatus: z.looseObject({
    id: z.url(),
    type: z.literal('BitstringStatusListEntry'),
    statusPurpose: z.literal('revocation'),
    statusListIndex: z.string().regex(/^\d+$/),
    statusListCredential: z.url(),
  }),
  iss: z.url(),
  sub: z.string(),
  jti: z.url(),
  nbf: z.int(),
  exp: z.int(),
});

test('a badge has every property that Open Badges 3.0 require, and its claims repeat the credential', async () => {
  await using app = await startApp({ PUBLIC_URL: SITE });
  const { courseId, lectures } = await aCertifiedCourse(app, { rule: { validMonths: 12 } });
  const holder = await aHolder(app, courseId);
  for (const lectureId of lectures) await complete(app, holder, { courseId, lectureId, minutes: 10 });
  const [certificate] = await certificatesOf(app, holder);
  const badge = await app.http.inject({ url: `${API_PREFIX}/certificates/${certificate?.code}/badge` });
  expect(badge.headers['content-type']).toBe('text/plain; charset=utf-8');
  const header = decodeProtectedHeader(badge.body);
  expect(Object.keys(header).toSorted()).toEqual(['alg', 'kid', 'typ']);
  expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT' });
  expect(header.kid).toMatch(/^https:\/\/school\.example\/certificates\/keys\/./);
  const written: unknown = JSON.parse(Buffer.from(badge.body.split('.')[1] ?? '', 'base64url').toString());
  expect(written).not.toHaveProperty('vc');
  const payload = Credential.parse(written);
  expect(payload).toMatchObject({ iss: payload.issuer.id, sub: payload.credentialSubject.id, jti: payload.id });
  expect(new Date(payload.nbf * 1000).toISOString()).toBe(payload.validFrom);
  expect(new Date(payload.exp * 1000).toISOString()).toBe(payload.validUntil);
});
