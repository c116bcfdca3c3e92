import { asciiDigits } from '#contract/read-number.ts';

const TIME = String.raw`(-?) ?(?:(\d{1,4}) ?: ?)?(\d{1,4}) ?: ?(\d{1,2})(?: ?([.,:;]) ?(\d{1,9}))?`;
/** Also as translators and word processors change the arrow, and the comma of YouTube's SBV. */
const ARROW = String.raw`[ \t]{0,9}(?:-{1,3} ?>|[–—→⟶]>?|-{1,3}&gt;|,)[ \t]{0,9}`;
const TIMING = new RegExp(String.raw`^${TIME}${ARROW}(?:${TIME})?(?<settings>\s.*)?$`);
const LIKE_TIMING = /^[-\d:.,; \t]{1,60}-{1,3} ?>|-{1,3}>[ \t]{0,9}[-\d:.,; \t]{3,60}$/;
/** Of editing programs that write pictures instead of thousandths. */
const PICTURES_PER_SECOND = 25;

/** Of a line, times and settings are in these characters. */
const TIMES_MAX = 200;

export interface Timing {
  startMs: number;
  /** Undefined where it is missing. */
  endMs: number | undefined;
  settings: string;
  /** On the line of the times, as Whisper prints it. */
  text: string;
}

const fractionMs = (sign: string | undefined, digits: string): number =>
  (sign === ':' || sign === ';') && digits.length < 3
    ? Math.min(999, Number(digits) * (1000 / PICTURES_PER_SECOND))
    : Number(digits.padEnd(3, '0').slice(0, 3));

const toMs = ([minus, hours = '0', minutes, seconds = '0', sign, digits = '0']: (string | undefined)[]) => {
  if (minutes === undefined) return undefined;
  const wholeSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (minus === '-' ? -1 : 1) * (wholeSeconds * 1000 + fractionMs(sign, digits));
};

/** The times of a line; `bad` when it looks as if it had some, and undefined for a text. */
export const readTiming = (given: string): Timing | 'bad' | undefined => {
  if (!/\p{Nd}.{0,60}[->–—→⟶,]/u.test(given.slice(0, TIMES_MAX))) return undefined;
  const [, inBrackets, text = ''] = /^\s*\[([^[\]]{1,60}-->[^[\]]{1,60})\](.*)$/.exec(given) ?? [];
  // Digits and signs of every script.
  const line = asciiDigits((inBrackets ?? given).trim())
    .replaceAll('：', ':')
    .replaceAll(/[，٫]/g, ',');
  const found = TIMING.exec(line);
  const startMs = found ? toMs(found.slice(1, 7)) : undefined;
  // Without an arrow, both times have hours: a text may be "10:30 – 11:00".
  const isSure = line.includes('>') || line.includes('&gt;') || (found?.[2] !== undefined && found[8] !== undefined);
  if (!found || startMs === undefined || !isSure) return LIKE_TIMING.test(line) ? 'bad' : undefined;
  return { startMs, endMs: toMs(found.slice(7, 13)), settings: found.groups?.['settings'] ?? '', text };
};

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

export const writeTime = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}.${pad(ms % 1000, 3)}`;
};
