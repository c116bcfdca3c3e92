type Strength = 'short' | 'weak' | 'good';

const MIN_LENGTH = 8;
const GOOD_BITS = 40;
const LETTER_BITS = 4.7;
const SIGN_BITS = 5.5;
/** Digits and signs at the end are the first thing that is tried. */
const END_BITS = 5;
const MIN_WORD = 3;
/** A word that everyone tries is no harder to guess than one letter. */
const COMMON =
  /pass(?:word|wort)?|iloveyou|loveyou|welcome|letmein|sunshine|princess|football|cricket|baseball|superman|batman|monkey|dragon|master|admin|shadow|michael|jordan|charlie|hello|freedom|whatever|secret|computer|internet|starwars|pokemon|flower|summer|winter|monsoon|india|krishna|ganesh|school|teacher|student|login|qwert(?:y|z)(?:uiop)?|asdf(?:gh(?:jkl)?)?|zxcvbn?m?/g;

/** Whether a letter follows from the one before: the same, or its neighbour in the alphabet or among the digits. */
const followsFrom = (letter: string, before: string | undefined): boolean =>
  before !== undefined && Math.abs((letter.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) <= 1;

const bitsOf = (text: string): number => {
  const letters = Array.from(text);
  return letters.reduce((bits, letter, index) => {
    if (followsFrom(letter, letters[index - 1])) return bits;
    return bits + (/\p{L}|\p{M}/u.test(letter) ? LETTER_BITS : SIGN_BITS);
  }, 0);
};

/**
 * How hard a password is to guess, roughly and with a few words only: the server knows those that many people use. `own`
 * are texts that others know of its user.
 */
export const strengthOf = (password: string, own: readonly string[] = []): Strength => {
  if (Array.from(password).length < MIN_LENGTH) return 'short';
  const typed = password.toLowerCase();
  const words = own.flatMap((text) => text.toLowerCase().split(/[\s@.]+/)).filter((word) => word.length >= MIN_WORD);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), typed);
  const uncommon = rest.replaceAll(COMMON, 'a');
  const core = uncommon.replace(/[^\p{L}\p{M}]+$/u, '');
  const bits = bitsOf(core) + (core === uncommon ? 0 : Math.min(END_BITS, bitsOf(uncommon.slice(core.length))));
  return bits < GOOD_BITS ? 'weak' : 'good';
};
