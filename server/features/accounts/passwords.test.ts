import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Failure } from '#server/errors.ts';
import { createPasswords, type GuessGuard } from './passwords.ts';

const unguarded: GuessGuard = (isRight) => isRight();

const olderHash = (password: string): string => {
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 8192,
    passes: 1,
  });
  const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=8192,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`;
};

describe('passwords', () => {
  it('are stored as salted argon2id with their parameters, 19 MiB and two passes at least', async () => {
    const passwords = createPasswords();
    const [first, second] = await Promise.all([passwords.hash('monsoon rain'), passwords.hash('monsoon rain')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await passwords.verify('monsoon rain', first, unguarded)).toBe(true);
    expect(await passwords.verify('monsoon rains', first, unguarded)).toBe(false);
  });

  it('match however the keyboard composes a letter', async () => {
    const passwords = createPasswords();
    const stored = await passwords.hash('caf\u00e9 au lait');
    expect(await passwords.verify('cafe\u0301 au lait', stored, unguarded)).toBe(true);
  });

  it('are compared as they are typed, to their last character', async () => {
    const passwords = createPasswords();
    const long = 'x'.repeat(256);
    const stored = { 'monsoon rain': await passwords.hash('monsoon rain'), [long]: await passwords.hash(long) };
    for (const typed of ['monsoon rain ', ' monsoon rain', 'Monsoon rain', 'monsoonrain'])
      expect(await passwords.verify(typed, stored['monsoon rain'], unguarded), typed).toBe(false);
    expect(await passwords.verify(long, stored[long], unguarded)).toBe(true);
    expect(await passwords.verify(`${long.slice(1)}y`, stored[long], unguarded)).toBe(false);
  });

  it('with older parameters still match, and are reported as outdated', async () => {
    const passwords = createPasswords();
    const stored = olderHash('monsoon rain');
    expect(await passwords.verify('monsoon rain', stored, unguarded)).toBe(true);
    expect(passwords.isCurrent(stored)).toBe(false);
    expect(passwords.isCurrent(await passwords.hash('monsoon rain'))).toBe(true);
  });

  it.each([undefined, '', 'none', '$argon2id$v=19$m=1,t=1,p=1$$', '$2b$10$abcdefghijklmnopqrstuv'])(
    'never match an invalid hash: %s',
    async (stored) => {
      expect(await createPasswords().verify('monsoon rain', stored, unguarded)).toBe(false);
    },
  );

  it('fail as busy instead of waiting without limit', async () => {
    const passwords = createPasswords({ parallel: 1, maxWaiting: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('monsoon rain')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toHaveLength(2);
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(Failure);
      expect(reason).toMatchObject({ code: 'busy', status: 503, retryAfterMs: 5000 });
    }
    expect(await passwords.hash('after the rush')).toContain('$argon2id$');
  });
});
