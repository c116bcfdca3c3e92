import { gzipSync } from 'node:zlib';
import type { Db } from '#server/database/database.ts';
import { CONTEXT_CREDENTIALS } from './contexts.ts';

/** The smallest list of the standard, which hides who is asked about among many. */
const LIST_BITS = 131_072;

export const statusListPath = (list: number): string => `/certificates/status/${list}`;

/** The list that a certificate is in, and its bit there. */
export const placeInLists = (statusIndex: number): { list: number; index: number } => ({
  list: Math.floor(statusIndex / LIST_BITS),
  index: statusIndex % LIST_BITS,
});

/** The places of those that are no longer good: revoked, or reissued with another code. */
export const listEnded = async (db: Db, list: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('certificates')
    .select('status_index')
    .where('status_index', '>=', list * LIST_BITS)
    .where('status_index', '<', (list + 1) * LIST_BITS)
    .where(({ or, eb }) => or([eb('revoked_at', 'is not', null), eb('superseded_by', 'is not', null)]))
    .execute();
  return rows.map((row) => row.status_index % LIST_BITS);
};

/** How many lists there are. */
export const countLists = async (db: Db): Promise<number> => {
  const { last } = await db
    .selectFrom('certificates')
    .select(({ fn }) => fn.max<number | null>('status_index').as('last'))
    .executeTakeFirstOrThrow();
  return last === null ? 1 : placeInLists(last).list + 1;
};

/** The first bit is the highest of the first byte. */
const encodeBits = (places: readonly number[]): string => {
  const bits = Buffer.alloc(LIST_BITS / 8);
  for (const place of places) {
    const byte = Math.floor(place / 8);
    bits[byte] = (bits[byte] ?? 0) | (0x80 >> (place % 8));
  }
  return `u${gzipSync(bits).toString('base64url')}`;
};

/** A Bitstring Status List, to be signed. */
export const statusListPayload = (
  { list, ended }: { list: number; ended: readonly number[] },
  { site, now }: { site: string; now: number },
): object => {
  const id = `${site}${statusListPath(list)}`;
  const seconds = Math.floor(now / 1000);
  return {
    '@context': [CONTEXT_CREDENTIALS],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: `${site}/`,
    validFrom: new Date(seconds * 1000).toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodeBits(ended),
    },
    iss: `${site}/`,
    sub: `${id}#list`,
    jti: id,
    nbf: seconds,
  };
};
