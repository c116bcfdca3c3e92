import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretSealing } from './sealed-secret.ts';

const keyOf = (secret: string) => ({
  derive: (purpose: string) => createHash('sha256').update(`${secret} ${purpose}`).digest(),
});
const sealing = createSecretSealing(keyOf('a ledge of books'));
const NAME = 'email.password';
const SECRET = 'पासवर्ड 1';
/** Sealed by an earlier version: it must stay readable. */
const OF_BEFORE = 'v1.G5cneXLYpkSxKJVGk64Zo-XCmGiS8oS80cXEJJfU0ze4wG3FUWnAs722YgexpEW1FaD5';

test('a secret opens with its key under its name, and is never sealed alike', () => {
  const sealed = sealing.seal(NAME, SECRET);
  expect(sealed).toMatch(/^v1\.[\w-]+$/);
  expect(Buffer.from(sealed.slice(3), 'base64url')).toHaveLength(12 + 16 + Buffer.byteLength(SECRET));
  expect(sealed).not.toBe(sealing.seal(NAME, SECRET));
  expect(sealing.open(NAME, sealed)).toBe(SECRET);
  expect(sealing.open('payments.keySecret', sealed)).toBeUndefined();
  expect(createSecretSealing(keyOf('another')).open(NAME, sealed)).toBeUndefined();
  expect(sealing.open(NAME, sealing.seal(NAME, ''))).toBe('');
});

test('what was stored before opens', () => {
  expect(sealing.open(NAME, OF_BEFORE)).toBe(SECRET);
});

test.each([
  ['of another format', `v2.${OF_BEFORE.slice(3)}`],
  ['without a format', OF_BEFORE.slice(3)],
  ['cut off', OF_BEFORE.slice(0, 20)],
  ['empty', ''],
  ['changed', `${OF_BEFORE.slice(0, -2)}${OF_BEFORE.endsWith('A') ? 'BB' : 'AA'}`],
])('what is %s does not open', (_what, sealed) => {
  expect(sealing.open(NAME, sealed)).toBeUndefined();
});
