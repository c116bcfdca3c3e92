import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A family's browser is known to this many accounts; the one whose last login is oldest is dropped. */
const MAX_ACCOUNTS = 5;
const NONCE_BYTES = 16;
const PROOF = /^([\w-]{22})\.([\w-]{43})$/;

/**
 * `passwordHash` is the key: it is secret, and a new password makes every proof of the account worthless. So does a hash
 * with new parameters; each device is then known again after its next login.
 */
export interface Account {
  id: string;
  passwordHash: string;
}

/** With the second step on, a device is known after a login with both steps: since then, and until it is turned off. */
export const accountOf = (id: string, passwordHash: string, secondStepSince: number | undefined): Account => ({
  id,
  passwordHash: secondStepSince === undefined ? passwordHash : `${passwordHash} ${secondStepSince}`,
});

const sign = ({ id, passwordHash }: Account, nonce: string): string =>
  createHmac('sha256', passwordHash).update(`device ${id} ${nonce}`).digest('base64url');

/** The nonce of a proof, if the proof is for this account. */
const nonceIn = (proof: string, account: Account): string | undefined => {
  const [, nonce, signature] = PROOF.exec(proof) ?? [];
  if (nonce === undefined || signature === undefined) return undefined;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(account, nonce))) ? nonce : undefined;
};

const proofsIn = (cookie: string | undefined): string[] => (cookie ?? '').split('~').slice(0, MAX_ACCOUNTS);

/**
 * Device cookies as OWASP describes them: a browser that logged in keeps a signed proof of it. Returns the name of this
 * browser's counter if the cookie proves an earlier login to the account.
 */
export const knownDevice = (cookie: string | undefined, account: Account): string | undefined => {
  for (const proof of proofsIn(cookie)) {
    const nonce = nonceIn(proof, account);
    if (nonce !== undefined) return nonce;
  }
  return undefined;
};

/** The cookie for a browser that has just logged in to the account, with its proofs for other accounts. */
export const rememberDevice = (cookie: string | undefined, account: Account): string => {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const others = proofsIn(cookie).filter((proof) => PROOF.test(proof) && nonceIn(proof, account) === undefined);
  return [`${nonce}.${sign(account, nonce)}`, ...others].slice(0, MAX_ACCOUNTS).join('~');
};
