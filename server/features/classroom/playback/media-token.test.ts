import { describe, expect, test } from 'vitest';
import { MEDIA_ADDRESS_MAX_MS } from '../video/video.ts';
import { isSignedWith, mediaExpiry, mintMediaToken, parseMediaToken } from './media-token.ts';

const HOUR = 3_600_000;
const key = { id: '0123abcd', secret: 'a secret of the tests' };
const grant = {
  userId: 'user_1-A',
  lectureId: 'lecture-2_B',
  videoVersion: 40,
  mediaEpoch: 50,
  sessionId: 'session',
  expiresAtMs: 500_000 * HOUR,
};
/** Made once, and kept: what was given out before stays good. */
const TOKEN = '0123abcd.apsw.user_1-A.lecture-2_B.14.1e.session.Cinw78yT-3xsxqJcpHTcVXclRDD4Io9wbAPel0xBAJA';

const parsed = (token: string) => parseMediaToken(token);
const swapped = (from: string, to: string) => parsed(TOKEN.replace(from, to));

describe('a token', { tags: ['VID-20'] }, () => {
  test('has one encoding, and can be decoded', () => {
    expect(mintMediaToken(grant, key)).toBe(TOKEN);
    expect(parsed(TOKEN)).toMatchObject({ keyId: '0123abcd', grant, signed: TOKEN.slice(0, TOKEN.lastIndexOf('.')) });
  });

  test('has a signature that covers every part', () => {
    const good = parsed(TOKEN);
    if (!good) throw new Error('the token is not read');
    expect(isSignedWith(good, key)).toBe(true);
    expect(isSignedWith(good, { ...key, secret: 'another' })).toBe(false);
    expect(isSignedWith({ ...good, signature: good.signature.subarray(0, 31) }, key)).toBe(false);
    for (const [from, to] of [
      ['0123abcd', '0123abce'],
      ['.apsw.', '.apsx.'],
      ['user_1-A', 'user_1-B'],
      ['lecture-2_B', 'lecture-2_C'],
      ['.14.', '.15.'],
      ['.1e.', '.1f.'],
      ['session', 'sessioN'],
    ] as const) {
      const changed = swapped(from, to);
      expect(changed, to).toBeDefined();
      expect(changed && isSignedWith(changed, key), to).toBe(false);
    }
  });

  test.each([
    `x${TOKEN}`,
    `${TOKEN}x`,
    `${TOKEN}\n`,
    TOKEN.slice(0, -1),
    TOKEN.replace('0123abcd', '0123abc'),
    TOKEN.replace('0123abcd', '0123abcg'),
    TOKEN.replace('apsw', 'A'),
    TOKEN.replace('apsw', '123456789'),
    TOKEN.replace('apsw', ''),
    TOKEN.replace('user_1-A', 'x'.repeat(65)),
    TOKEN.replace('user_1-A', ''),
    TOKEN.replace('user_1-A', 'a b'),
    TOKEN.replace('lecture-2_B', 'x'.repeat(65)),
    TOKEN.replace('lecture-2_B', 'é'),
    TOKEN.replace('.14.', '.123456789.'),
    TOKEN.replace('.14.', '.A.'),
    TOKEN.replace('.1e.', '.123456789.'),
    TOKEN.replace('.1e.', '.A.'),
    TOKEN.replace('session', 'x'.repeat(17)),
    TOKEN.replace('session', 'a+b'),
    TOKEN.replaceAll('.', '-'),
    '',
  ])('is rejected: %s', (token) => {
    expect(parsed(token)).toBeUndefined();
  });
});

test('an address lasts six hours, rounded up to the hour, and never more than seven', () => {
  expect(mediaExpiry(10 * HOUR)).toBe(16 * HOUR);
  expect(mediaExpiry(10 * HOUR + 1)).toBe(17 * HOUR);
  expect(mediaExpiry(11 * HOUR - 1)).toBe(17 * HOUR);
  expect(MEDIA_ADDRESS_MAX_MS).toBe(25_200_000);
});
