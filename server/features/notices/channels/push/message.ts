import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
/** The record size of the header, 4096, and the length of the key that follows it (RFC 8188 §2.1). */
const HEADER = Buffer.from([0, 0, 16, 0, 65]);
const LAST_RECORD = Buffer.from([2]);
/** Push services refuse tokens of more than 24 hours (RFC 8292 §2). */
const TOKEN_SECONDS = 12 * 60 * 60;

/** The keys of a browser, in base64url: its public key of 65 bytes, and a secret of 16. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

const derive = (key: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

const newKey = (): ECDH => {
  const key = createECDH(CURVE);
  key.generateKeys();
  return key;
};

/** Encrypts a message for one browser, with `aes128gcm` (RFC 8291 §4). Throws when its public key is not a point of the curve. */
export const encryptMessage = (
  text: string,
  { p256dh, auth }: BrowserKeys,
  { own = newKey(), salt = randomBytes(SALT_BYTES) }: { own?: ECDH; salt?: Buffer } = {},
): Buffer => {
  const browserKey = Buffer.from(p256dh, 'base64url');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, own.getPublicKey()]);
  const key = derive(own.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, 32);
  const contentKey = derive(key, salt, 'Content-Encoding: aes128gcm\0', 16);
  const cipher = createCipheriv('aes-128-gcm', contentKey, derive(key, salt, 'Content-Encoding: nonce\0', 12));
  const record = [cipher.update(Buffer.concat([Buffer.from(text), LAST_RECORD])), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, HEADER, own.getPublicKey(), ...record]);
};

const jsonPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The key pair of a school, from 32 secret bytes, with which it identifies itself to push services (RFC 8292). */
export const createVapid = (secret: Buffer) => {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(secret);
  const publicKey = pair.getPublicKey();
  const key: KeyObject = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
      d: secret.toString('base64url'),
    },
  });
  return {
    /** What browsers subscribe with, in base64url. */
    publicKey: publicKey.toString('base64url'),
    /** The value of the header `Authorization`. `contact` is an address of the school, `https:` or `mailto:`. */
    authorization: (endpoint: string, { contact, nowMs }: { contact: string; nowMs: number }): string => {
      const claims = { aud: new URL(endpoint).origin, exp: Math.floor(nowMs / 1000) + TOKEN_SECONDS, sub: contact };
      const unsigned = `${jsonPart({ typ: 'JWT', alg: 'ES256' })}.${jsonPart(claims)}`;
      const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
    },
  };
};
