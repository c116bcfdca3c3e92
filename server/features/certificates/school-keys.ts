import { createPrivateKey, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { withoutCommitHook } from '#server/database/before-commit.ts';
import type { Db } from '#server/database/database.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { createSecretSealing } from '#server/settings/sealed-secret.ts';

const generate = promisify(generateKeyPair);
/** The one algorithm that every reader of Open Badges has. */
export const SIGNING_ALGORITHM = 'RS256';
const MODULUS_BITS = 2048;

export const PublicJwk = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() });

/** A public key, as others read it. */
export type PublicKey = JsonWebKey & { kid: string };

/** A key that signs now. */
export interface SigningKey {
  id: string;
  privateKey: KeyObject;
}

export type SchoolKeys = ReturnType<typeof createSchoolKeys>;

const sealedName = (id: string): string => `school_keys.${id}`;

export const KEY_SET_PATH = '/.well-known/jwks.json';
export const keyPath = (id: string): string => `/certificates/keys/${id}`;

const findCurrent = (db: Db) =>
  db.selectFrom('school_keys').selectAll().where('retired_at', 'is', null).executeTakeFirst();

/** All public keys, by id: also of retired ones, whose signatures stay good. */
export const listPublicKeys = async (db: Db): Promise<Map<string, JsonWebKey>> => {
  const rows = await db.selectFrom('school_keys').select(['id', 'public_jwk']).orderBy('created_at').execute();
  return new Map(rows.map((row) => [row.id, PublicJwk.parse(JSON.parse(row.public_jwk))]));
};

/** As others read them, at the address of the school. */
export const presentKey = (id: string, jwk: JsonWebKey, site: string): PublicKey => ({
  ...jwk,
  kid: `${site}${keyPath(id)}`,
  use: 'sig',
  alg: SIGNING_ALGORITHM,
});

/** The keys that sign certificates: one signs, and all that ever did verify. */
export const createSchoolKeys = ({
  database,
  secretKey,
  clock,
}: Pick<Platform, 'database' | 'secretKey' | 'clock'>) => {
  const { db } = database;
  const sealing = createSecretSealing(secretKey);
  /** By id, so that a key is opened once. */
  const opened = new Map<string, SigningKey>();

  /** Undefined without a key, and for one that was encrypted with another secret. */
  const open = async (on: Db): Promise<SigningKey | undefined> => {
    const row = await findCurrent(on);
    if (!row) return undefined;
    const known = opened.get(row.id);
    if (known) return known;
    const pem = sealing.open(sealedName(row.id), row.sealed_private_key);
    if (pem === undefined) return undefined;
    const key = { id: row.id, privateKey: createPrivateKey(pem) };
    opened.set(row.id, key);
    return key;
  };

  const retire = (on: Db) =>
    on.updateTable('school_keys').set({ retired_at: clock.now() }).where('retired_at', 'is', null);

  const newRow = async () => {
    const { publicKey, privateKey } = await generate('rsa', { modulusLength: MODULUS_BITS });
    const id = newId();
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return {
      id,
      public_jwk: JSON.stringify(PublicJwk.parse(publicKey.export({ format: 'jwk' }))),
      sealed_private_key: sealing.seal(sealedName(id), pem),
      created_at: clock.now(),
      retired_at: null,
    };
  };

  const replace = async (unlessUsable: boolean): Promise<void> => {
    if (unlessUsable && (await open(db))) return;
    const row = await newRow();
    await database.transaction(async (tx) => {
      // Another process may have been quicker.
      if (unlessUsable && (await open(tx))) return;
      await retire(tx).execute();
      await tx
        .insertInto('school_keys')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  };

  return {
    /** Makes the first key, and another one when the current cannot be opened any more. */
    prepare: (): Promise<void> => withoutCommitHook(() => replace(true)),
    /** From now on a new key signs; earlier signatures stay good. */
    rotate: (): Promise<void> => replace(false),
    /** The key that signs; undefined before `prepare` made one that can be opened. */
    current: open,
    /** Every public key, the first one made if there is none. */
    publicKeys: async (): Promise<Map<string, JsonWebKey>> => {
      const keys = await listPublicKeys(db);
      if (keys.size > 0) return keys;
      await replace(true);
      return listPublicKeys(db);
    },
  };
};
