import { expect, test } from 'vitest';
import { z } from 'zod';
import { aFolder } from '#test/backup/schools.ts';
import { openBackupStore } from './open-store.ts';
import { openSealing } from './sealing.ts';

const Config = z.object({ encryption: z.looseObject({ salt: z.string() }) });

/** A new repository of the owner with this passphrase. */
const openPlace = async (passphrase = 'a passphrase of the owner') => {
  const store = await openBackupStore(`${await aFolder()}/repository/`, 'write', {});
  const sealing = await openSealing(store, { passphrase, isNew: true });
  const config = Buffer.from((await store.get('config/repository.json')) ?? []).toString();
  return { store, passphrase, sealing, encryption: Config.parse(JSON.parse(config)).encryption };
};

test('the key is made of the passphrase with scrypt, at 32 MiB and three passes, and a salt of its own', async () => {
  const [one, other] = [await openPlace(), await openPlace()];
  // 128 · N · r bytes: what OWASP asks for with p = 3.
  expect(one.encryption).toMatchObject({ kdf: 'scrypt', N: 32_768, r: 8, p: 3 });
  expect(one.encryption.salt).toMatch(/^[0-9a-f]{64}$/);
  expect(one.encryption.salt).not.toBe(other.encryption.salt);
  const sealed = await one.sealing.seal('chunk', Buffer.from('a lamp'), { isCompressed: false });
  const again = await openSealing(one.store, { passphrase: one.passphrase, isNew: false });
  expect(Buffer.from(await again.open('chunk', sealed)).toString()).toBe('a lamp');
  await expect(other.sealing.open('chunk', sealed)).rejects.toThrow('is damaged: chunk cannot be read');
  await expect(again.open('another', sealed)).rejects.toThrow('is damaged: another cannot be read');
});
