import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKey } from '#server/secret-key.ts';

const ALGORITHM = 'aes-256-gcm';
const FORMAT = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets for the database. */
export interface SecretSealing {
  /** Authenticates the name of the setting, so that sealed secrets cannot be swapped. */
  seal(name: string, secret: string): string;
  /** Undefined if it was sealed with another key or for another setting. */
  open(name: string, sealed: string): string | undefined;
}

export const createSecretSealing = (secretKey: SecretKey): SecretSealing => {
  const key = secretKey.derive('settings');
  return {
    seal: (name, secret) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(name));
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return FORMAT + Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    open: (name, sealed) => {
      const bytes = Buffer.from(sealed.slice(FORMAT.length), 'base64url');
      if (!sealed.startsWith(FORMAT) || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const encryptedAt = NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(NONCE_BYTES, encryptedAt));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(encryptedAt)), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
};
