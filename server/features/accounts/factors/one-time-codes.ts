import { createHmac, randomBytes } from 'node:crypto';

const KEY_BYTES = 20;
const STEP_MS = 30_000;
const DIGITS = 6;
/** The code of the step before, and of the next one: clocks differ. */
const AROUND = [0, -1, 1] as const;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newKey = (): Buffer => randomBytes(KEY_BYTES);

/** Without padding (RFC 4648 §6). */
export const toBase32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
};

/** What `toBase32` wrote. */
export const fromBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** The code of a step of 30 seconds (RFC 6238 with SHA-1, which every authenticator app knows; RFC 4226 §5.3). */
export const codeAt = (key: Buffer, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
};

export const stepAt = (nowMs: number): number => Math.floor(nowMs / STEP_MS);

/** The step that a code is of, now or one step around; undefined for a wrong code. */
export const stepOf = (key: Buffer, code: string, nowMs: number): number | undefined =>
  AROUND.map((difference) => stepAt(nowMs) + difference).find((step) => codeAt(key, step) === code);

/** For an app on the same device, and for the QR code. */
export const linkOf = (key: Buffer, { school, email }: { school: string; email: string }): string => {
  const label = [school, email].map(encodeURIComponent).join(':');
  // Apps show a `+` in place of a space.
  return `otpauth://totp/${label}?secret=${toBase32(key)}&issuer=${encodeURIComponent(school)}`;
};
