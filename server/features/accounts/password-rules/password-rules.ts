import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { messages } from '#contract/messages.ts';
import { invalidField } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';

const PREFIX_BYTES = 5;
/** A name of two letters is part of many good passwords. */
const MIN_WORD = 3;

/** Made by scripts/common-passwords.ts; read with the first password. */
const list = path.join(import.meta.dirname, 'common-passwords.bin');

const normalized = (text: string): string => text.normalize('NFC').toLowerCase();
/** Without the digits and signs at the end, which are added to a word so that it is accepted somewhere. */
const withoutEnd = (text: string): string => text.replace(/[^\p{L}\p{M}]+$/u, '');
const lettersAndDigits = (text: string): string => normalized(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

const isListed = (prefixes: Buffer, word: string): boolean => {
  const wanted = createHash('sha256').update(word).digest().subarray(0, PREFIX_BYTES);
  let [low, high] = [0, prefixes.length / PREFIX_BYTES];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const order = prefixes.subarray(middle * PREFIX_BYTES, (middle + 1) * PREFIX_BYTES).compare(wanted);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
};

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '01234567890', '0987654321'];
const reversed = (text: string): string => Array.from(text).toReversed().join('');
const RUNS = ROWS.flatMap((row) => [row, reversed(row)]);
/** Shorter ones at the beginning of a password say little about the rest. */
const MIN_PATTERN = 6;

/** Whether a text repeats up to five letters, or runs through the alphabet, the digits or a row of keys. Lists of words leave these out. */
const isPattern = (text: string): boolean =>
  text.length >= MIN_PATTERN && (/^(.{1,5}?)\1+$/u.test(text) || RUNS.some((run) => run.includes(text)));

/** Whether a password is one of the words, however they are spaced, also with digits and signs at its end. */
const isOneOf = (words: readonly string[], password: string): boolean => {
  const given = lettersAndDigits(password);
  return words.map(lettersAndDigits).some((word) => {
    if (word.length < MIN_WORD) return false;
    return given === word || withoutEnd(given) === word;
  });
};

export interface PasswordOwner {
  fullName: string;
  email: string;
}

/** Which new passwords are accepted beside their length. */
export type PasswordRules = ReturnType<typeof createPasswordRules>;

export const createPasswordRules = ({ settings }: Pick<Platform, 'settings'>) => {
  let prefixes: Promise<Buffer> | undefined;
  return {
    /** Throws `validation_failed` with a sentence for this field. `school` is the name of a school that is being set up. */
    assertGood: async (
      field: string,
      password: string,
      { fullName, email, school }: PasswordOwner & { school?: string | undefined },
    ): Promise<void> => {
      const name = school ?? (await settings.school()).brandName;
      if (isOneOf([name], password)) throw invalidField(field, messages.passwords.school);
      const [local = ''] = email.split('@');
      if (isOneOf([fullName, ...fullName.split(/\s+/), local, email], password))
        throw invalidField(field, messages.passwords.own);
      const typed = normalized(password);
      const common = await (prefixes ??= readFile(list));
      if ([typed, withoutEnd(typed)].some((word) => isPattern(word) || isListed(common, word)))
        throw invalidField(field, messages.passwords.common);
    },
  };
};
