import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/**
 * Writes the list of common passwords that `password-rules.ts` reads: the first five bytes of the SHA-256 of each, sorted. The
 * words are those of the package `@zxcvbn-ts/language-common` (MIT), whose unpacked folder is the argument:
 * `npm pack @zxcvbn-ts/language-common && tar xzf zxcvbn-ts-language-common-*.tgz && node scripts/common-passwords.ts package`
 */
const PREFIX_BYTES = 5;
/** Shorter ones with digits at their end are long enough, and are no better. */
const MIN_LETTERS = 6;

const target = path.resolve(import.meta.dirname, '../server/features/accounts/password-rules/common-passwords.bin');
const source = path.join(process.argv[2] ?? '.', 'src/passwords.json');
const words = z.array(z.string()).parse(JSON.parse(await readFile(source, 'utf8')));
const prefixes = words
  .filter((word) => word.length >= MIN_LETTERS)
  .map((word) => createHash('sha256').update(word.normalize('NFC').toLowerCase()).digest().subarray(0, PREFIX_BYTES));
await writeFile(target, Buffer.concat(prefixes.toSorted(Buffer.compare)));
console.log(`${prefixes.length} words in ${target}`);
