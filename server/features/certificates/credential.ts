import { createHash, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { SECOND_MS } from '#server/clock.ts';
import { requirementsOf } from '#contract/certificates/certificate-texts.ts';
import { pages } from '#contract/pages.ts';
import { CONTEXT_BADGES, CONTEXT_CREDENTIALS } from './contexts.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { evidenceText } from './evidence-text.ts';
import { keyPath, SIGNING_ALGORITHM } from './school-keys.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';
import { placeInLists, statusListPath } from './status-list.ts';

/** The facts that are signed. */
export type Signed = Pick<
  CertificateRow,
  | 'code'
  | 'course_id'
  | 'holder_name'
  | 'snapshot'
  | 'completed_at'
  | 'issued_at'
  | 'valid_until'
  | 'key_id'
  | 'status_index'
>;

export const certificatePath = (code: string): string => pages.certificate.path.replace(':code', code);

/** Whole seconds, because a token counts in them. */
const instantOf = (atMs: number): string => new Date(Math.floor(atMs / SECOND_MS) * SECOND_MS).toISOString();
const secondsOf = (atMs: number): number => Math.floor(atMs / SECOND_MS);

const subjectOf = ({ holder_name: name, course_id: courseId }: Signed, snapshot: Snapshot, address: string) => {
  const { site, subject, courseTitle, teacher } = snapshot;
  return {
    id: `urn:uuid:${subject.uuid}`,
    type: ['AchievementSubject'],
    identifier: [
      { type: 'IdentityObject', hashed: false, identityHash: name, identityType: 'name' },
      {
        type: 'IdentityObject',
        hashed: true,
        identityHash: `sha256$${subject.emailDigest}`,
        identityType: 'emailAddress',
        salt: subject.salt,
      },
    ],
    achievement: {
      id: `${site}${pages.course.path}?course=${courseId}`,
      type: ['Achievement'],
      achievementType: 'Course',
      name: courseTitle,
      description: `${courseTitle}, a course by ${teacher}`,
      criteria: { id: address, narrative: requirementsOf(snapshot).join('. ') },
    },
  };
};

/** A digest of everything that the page and the PDF say, which the signature covers. */
const digestOf = (row: Signed): string => {
  const facts = [row.code, row.holder_name, row.snapshot, row.completed_at, row.issued_at, row.valid_until];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
};

const evidenceId = (row: Signed, address: string): string => `${address}#sha256-${digestOf(row)}`;

/** The payload of the token: an Open Badge 3.0, with the claims that repeat it. */
const payloadOf = (row: Signed): object => {
  const snapshot = snapshotOf(row);
  const { site, issuer, courseTitle, evidence, design } = snapshot;
  const address = `${site}${certificatePath(row.code)}`;
  const { list, index } = placeInLists(row.status_index);
  const statusList = `${site}${statusListPath(list)}`;
  const credentialSubject = subjectOf(row, snapshot, address);
  return {
    '@context': [CONTEXT_CREDENTIALS, CONTEXT_BADGES],
    id: address,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: `${site}/`, type: ['Profile'], name: issuer, url: `${site}/` },
    validFrom: instantOf(row.issued_at),
    ...(row.valid_until === null ? {} : { validUntil: instantOf(row.valid_until) }),
    awardedDate: instantOf(row.completed_at),
    name: courseTitle,
    description: [design.statement, design.signatory, design.signatoryTitle].filter((text) => text !== '').join(', '),
    credentialSubject,
    evidence: [
      { id: evidenceId(row, address), type: ['Evidence'], name: 'Measured', narrative: evidenceText(evidence) },
    ],
    credentialStatus: {
      id: `${statusList}#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(index),
      statusListCredential: statusList,
    },
    iss: `${site}/`,
    sub: credentialSubject.id,
    jti: address,
    nbf: secondsOf(row.issued_at),
    ...(row.valid_until === null ? {} : { exp: secondsOf(row.valid_until) }),
  };
};

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JSON Web Token with exactly the headers that Open Badges allow. */
export const signToken = (payload: object, { kid, privateKey }: { kid: string; privateKey: KeyObject }): string => {
  const content = `${encode({ alg: SIGNING_ALGORITHM, kid, typ: 'JWT' })}.${encode(payload)}`;
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
};

export const signCertificate = (row: Signed, privateKey: KeyObject): string =>
  signToken(payloadOf(row), { kid: `${snapshotOf(row).site}${keyPath(row.key_id)}`, privateKey });

const readPart = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
const Header = z.object({ alg: z.literal(SIGNING_ALGORITHM), kid: z.string() });
const Payload = z.object({ id: z.string(), evidence: z.tuple([z.object({ id: z.string() })]) });

/** What a token says, without a check of its signature. */
export const readToken = (token: string): unknown => readPart(token.split('.')[1] ?? '');

/** Whether the row says what was signed, and with this key. */
export const isAuthentic = (row: Signed & Pick<CertificateRow, 'jws'>, jwk: JsonWebKey | undefined): boolean => {
  const [header = '', content = '', signature = ''] = row.jws.split('.');
  if (!jwk) return false;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const isSigned = verify('sha256', Buffer.from(`${header}.${content}`), key, Buffer.from(signature, 'base64url'));
  if (!isSigned || !Header.safeParse(readPart(header)).success) return false;
  const payload = Payload.safeParse(readPart(content));
  return (
    payload.success &&
    payload.data.id.endsWith(certificatePath(row.code)) &&
    payload.data.evidence[0].id === evidenceId(row, payload.data.id)
  );
};
