const LENGTH_MAX = 100;

const ZERO = '0'.charCodeAt(0);

/** Digits of a script follow each other from 0 to 9; those of mathematics are five such rows without a gap. */
const valueOfDigit = (digit: string): number => {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
};

/** The decimal digits of every script as those of ASCII. */
export const asciiDigits = (text: string): string =>
  text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => String.fromCharCode(ZERO + valueOfDigit(digit)));

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** 10⁸ as 10^8. */
const withPower = (text: string): string =>
  text.replace(/10([⁺⁻]?)([⁰¹²³⁴-⁹]+)$/, (_, sign: string, digits: string) => {
    const power = Array.from(digits, (digit) => SUPERSCRIPTS.indexOf(digit)).join('');
    return `10^${sign === '⁻' ? '-' : ''}${power}`;
  });

/** The same signs for what keyboards, scripts and programs write. */
const plainSigns = (text: string): string =>
  withPower(asciiDigits(text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')))
    .replaceAll(/[\p{Dash}]/gu, '-')
    .replaceAll(/[＋﹢]/g, '+')
    .replaceAll(/[,，،﹐]/g, ',')
    .replaceAll(/[.．﹒]/g, '.')
    .replaceAll(/['’‘ʼ＇_٬\s]/g, ' ')
    .trim();

const CURRENCY = String.raw`(?:\p{Sc}|(?:rs|re|inr|रु|रू|ரூ|রু|રૂ|రూ|ರೂ)(?!\p{L})\.?)`;
const MONEY_END = String.raw`(?:${CURRENCY}|/-)`;
const POWER = String.raw`(?:e([+-]?\d{1,3})| ?[x×*·⋅] ?10\^([+-]?\d{1,3}))`;
/** A sign and a currency in either order, the digits with what separates them, a power of ten, a percentage or a currency. */
const WRITTEN = new RegExp(
  `^([+-]?) ?(?:${CURRENCY} ?)?([+-]?) ?([\\d., ٫]*\\d[.,]?)${POWER}? ?(?:[%٪％]|${MONEY_END})?$`,
  'iu',
);

/** Groups of thousands, or of India: the last has three digits, those before it two. A group never begins with 0. */
const GROUPED = /^[1-9]\d{0,2}([., ])\d{3}(?:\1\d{3})*$|^[1-9]\d?([., ])(?:\d{2}\2)*\d{3}$/;

const ungrouped = (whole: string): string | undefined => {
  if (/^\d*$/.test(whole)) return whole;
  return GROUPED.test(whole) ? whole.replaceAll(/\D/g, '') : undefined;
};

/**
 * Where the decimals begin: at a sign that stands once after the others. A single comma separates groups if it can, as in
 * 1,234; a single point never does.
 */
const decimalsAt = (digits: string): number => {
  const at = Math.max(...['٫', ',', '.'].map((sign) => digits.lastIndexOf(sign)));
  const sign = digits[at];
  if (sign === undefined || digits.indexOf(sign) !== at) return -1;
  return sign === ',' && GROUPED.test(digits) ? -1 : at;
};

/**
 * The number that a person wrote, such as ₹3,20,000, 1.234,5, –5, १२ or 3×10^8; undefined for anything else, also for one with
 * a unit. Everything that reads a number from a text reads it so: what an author sees as the key is what answers are compared with.
 */
export const readNumber = (text: string): number | undefined => {
  if (text.length > LENGTH_MAX) return undefined;
  const [, before, after, digits, e, power = e ?? '0'] = WRITTEN.exec(plainSigns(text)) ?? [];
  if (digits === undefined || (before && after)) return undefined;
  const at = decimalsAt(digits);
  const whole = ungrouped(at === -1 ? digits : digits.slice(0, at));
  const decimals = at === -1 ? '' : digits.slice(at + 1);
  if (whole === undefined || !/^\d*$/.test(decimals)) return undefined;
  const value = Number(`${before || after || ''}${whole || '0'}.${decimals || '0'}e${power}`);
  return Number.isFinite(value) ? value + 0 : undefined;
};
