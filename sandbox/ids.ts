import { randomBytes, randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const alphanumerics = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export type IdPrefix = 'acc' | 'card' | 'cust' | 'disp' | 'inv' | 'item' | 'order' | 'pay' | 'plan' | 'rfnd' | 'sub';

/** An id in the provider's form: a prefix and 14 letters or digits, case-sensitive. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${alphanumerics(14)}`;

export const newEventId = (): string => alphanumerics(14);
export const newKeyId = (): string => `rzp_test_${alphanumerics(14)}`;
export const newSecret = (): string => randomBytes(18).toString('base64url');
