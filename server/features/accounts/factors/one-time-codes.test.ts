import { expect, it } from 'vitest';
import { codeAt, linkOf, stepAt, stepOf, toBase32 } from './one-time-codes.ts';

const KEY = Buffer.from('12345678901234567890');

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %d is that of RFC 6238, appendix B, in six digits', (seconds, code) => {
  expect(codeAt(KEY, stepAt(seconds * 1000))).toBe(code);
});

it('a code counts in its step, and one step around', () => {
  const at = 1_111_111_109_000;
  const steps = [-2, -1, 0, 1, 2].map((difference) => stepOf(KEY, '081804', at + difference * 30_000));
  expect(steps).toEqual([undefined, 37_037_036, 37_037_036, 37_037_036, undefined]);
});

it('the link has the key in base32, and escaped names', () => {
  expect(toBase32(KEY)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(linkOf(KEY, { school: 'Ila’s School', email: 'a+b@c.example' })).toBe(
    'otpauth://totp/Ila%E2%80%99s%20School:a%2Bb%40c.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Ila%E2%80%99s%20School',
  );
});
