import { randomInt } from 'node:crypto';
import { foldReadCode } from '#contract/fold-text.ts';

/** Without I, L, O and U, which are misread. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;
const GROUP = /.{4}(?=.)/g;

const grouped = (signs: string): string => signs.replaceAll(GROUP, '$&-');

/** Sixty random bits, such as `7KQ2-9MHD-4TXR`. */
export const newCode = (): string =>
  grouped(Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join(''));

/** As it was issued, however a reader typed it. */
export const readCode = (given: string): string => grouped(foldReadCode(given).toUpperCase());
