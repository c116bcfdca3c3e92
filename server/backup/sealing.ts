import { createHmac, randomBytes, scrypt, type ScryptOptions, timingSafeEqual, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { OperatorError } from '#server/errors.ts';
import type { BackupStore } from './backup-store.ts';
import { DamagedBackup } from './damaged-backup.ts';

const FORMAT = 1;
const CONFIG = 'config/repository.json';
/** 32 MiB of memory per attempt, as OWASP recommends for scrypt. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const NONCE_BYTES = 12;

const RepositoryConfig = z.object({
  format: z.literal(FORMAT),
  encryption: z
    .object({
      kdf: z.literal('scrypt'),
      N: z.int().max(2 ** 20),
      r: z.int().max(32),
      p: z.int().max(16),
      salt: z.string(),
      /** Verifies a passphrase. */
      check: z.string(),
    })
    .nullable(),
});
type RepositoryConfig = z.output<typeof RepositoryConfig>;

/** Names bytes by their sum, compresses them if that helps, and encrypts them with a passphrase. */
export interface Sealing {
  /** SHA-256, or HMAC-SHA-256 if names must not reveal the content. */
  sumOf(bytes: Uint8Array): Promise<string>;
  seal(name: string, bytes: Uint8Array, how: { isCompressed: boolean }): Promise<Uint8Array>;
  /** Throws DamagedBackup unless these bytes were sealed under this name. */
  open(name: string, sealed: Uint8Array): Promise<Uint8Array>;
}

const { subtle } = webcrypto;
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The same bytes; copied only if another thread shares them. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);

const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex');

interface Cipher {
  sumOf(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  encrypt(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  decrypt(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

const plain: Cipher = {
  sumOf: async (bytes) => hex(await subtle.digest('SHA-256', bytes)),
  encrypt: async (_name, bytes) => bytes,
  decrypt: async (_name, bytes) => bytes,
};

/** AES-256-GCM over each chunk, with its name as additional data, so that chunks cannot be swapped. */
const encrypting = async (secret: Buffer): Promise<Cipher> => {
  const bits = new Uint8Array(secret);
  const key = await subtle.importKey('raw', bits.subarray(0, 32), 'AES-GCM', false, ['encrypt', 'decrypt']);
  const nameKey = await subtle.importKey('raw', bits.subarray(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const parametersOf = (name: string, nonce: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv: nonce,
    additionalData: new TextEncoder().encode(name),
  });
  return {
    sumOf: async (bytes) => hex(await subtle.sign('HMAC', nameKey, bytes)),
    encrypt: async (name, bytes) => {
      const nonce = new Uint8Array(randomBytes(NONCE_BYTES));
      return Buffer.concat([nonce, new Uint8Array(await subtle.encrypt(parametersOf(name, nonce), key, bytes))]);
    },
    decrypt: async (name, bytes) => {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      return new Uint8Array(await subtle.decrypt(parametersOf(name, nonce), key, bytes.subarray(NONCE_BYTES)));
    },
  };
};

const sealingWith = (cipher: Cipher, place: string): Sealing => ({
  sumOf: (bytes) => cipher.sumOf(own(bytes)),
  seal: async (name, bytes, { isCompressed }) => {
    const content = isCompressed ? await compress(bytes) : bytes;
    return cipher.encrypt(name, Buffer.concat([Buffer.of(isCompressed ? 1 : 0), content]));
  },
  open: async (name, sealed) => {
    try {
      const bytes = await cipher.decrypt(name, own(sealed));
      if (bytes[0] !== 0 && bytes[0] !== 1) throw new Error('no such kind of part');
      return bytes[0] === 1 ? await decompress(bytes.subarray(1)) : bytes.subarray(1);
    } catch (error) {
      throw new DamagedBackup(`${place} is damaged: ${name} cannot be read`, { cause: error });
    }
  },
});

const secretOf = async (passphrase: string, salt: Buffer, { N, r, p }: typeof COST) =>
  derive(passphrase.normalize('NFKC'), salt, 96, { N, r, p, maxmem: 256 * N * r });

const createConfig = async (passphrase: string | undefined): Promise<{ config: RepositoryConfig; secret?: Buffer }> => {
  if (passphrase === undefined) return { config: { format: FORMAT, encryption: null } };
  const salt = randomBytes(32);
  const secret = await secretOf(passphrase, salt, COST);
  const check = createHmac('sha256', secret.subarray(64)).update(CONFIG).digest('hex');
  return {
    config: { format: FORMAT, encryption: { kdf: 'scrypt', ...COST, salt: salt.toString('hex'), check } },
    secret,
  };
};

const readConfig = (place: string, bytes: Uint8Array): RepositoryConfig => {
  try {
    return RepositoryConfig.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch (error) {
    throw new DamagedBackup(`${place} is damaged, or was written by another version: ${CONFIG} cannot be read`, {
      cause: error,
    });
  }
};

const unlock = async (
  { encryption }: RepositoryConfig,
  passphrase: string | undefined,
  place: string,
): Promise<Buffer | undefined> => {
  if (encryption === null) {
    if (passphrase === undefined) return undefined;
    throw new OperatorError(`${place} is not encrypted, but a passphrase is set: unset it, or use another place`);
  }
  if (passphrase === undefined) throw new OperatorError(`${place} is encrypted: set BACKUP_PASSPHRASE`);
  const secret = await secretOf(passphrase, Buffer.from(encryption.salt, 'hex'), encryption);
  const check = createHmac('sha256', secret.subarray(64)).update(CONFIG).digest();
  const expected = Buffer.from(encryption.check, 'hex');
  if (expected.length !== check.length || !timingSafeEqual(check, expected))
    throw new OperatorError(`The passphrase does not open ${place}`);
  return secret;
};

/** Throws OperatorError if the place is encrypted with another passphrase. */
export const assertOpens = async (store: BackupStore, passphrase: string | undefined): Promise<void> => {
  const stored = await store.get(CONFIG);
  if (stored) await unlock(readConfig(store.place, stored), passphrase, store.place);
};

/** Reads the sealing of a place, or chooses it for a new one. */
export const openSealing = async (
  store: BackupStore,
  { passphrase, isNew }: { passphrase: string | undefined; isNew: boolean },
): Promise<Sealing> => {
  const { place } = store;
  const stored = await store.get(CONFIG);
  if (stored) {
    const secret = await unlock(readConfig(place, stored), passphrase, place);
    return sealingWith(secret ? await encrypting(secret.subarray(0, 64)) : plain, place);
  }
  if (!isNew) throw new DamagedBackup(`${place} is damaged, or is not a backup: ${CONFIG} is missing`);
  const { config, secret } = await createConfig(passphrase);
  await store.put(CONFIG, Buffer.from(`${JSON.stringify(config)}\n`));
  return sealingWith(secret ? await encrypting(secret.subarray(0, 64)) : plain, place);
};
