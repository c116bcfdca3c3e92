import { messages } from '#contract/messages.ts';
import { fail } from '#server/errors.ts';

const MAX_CUES = 20_000;
const TIME = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,](\d{1,3})`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?<settings>\s.*)?$`);
const SETTING = /^(?:vertical|line|position|size|align):[\w%.,-]+$/;
/** Tags of SRT that WebVTT lacks. */
const FOREIGN_MARKS = /\{\\[^}]*\}|<\/?(?!\/?[biu]>)[^>\n]*>/gi;

interface Cue {
  startMs: number;
  endMs: number;
  settings: string;
  text: string;
}

/** The spoken text of captions, without times, positions and marks. */
export const textOfWebVtt = (captions: string): string =>
  blocksOf(captions)
    .slice(1)
    .map((block) => block.filter(({ text }) => !text.includes('-->')).map(({ text }) => text))
    .flat()
    .join('\n')
    .replaceAll(/<[^>]*>/g, '');

interface Line {
  /** From 1. */
  number: number;
  text: string;
}

const toMs = ([hours = '0', minutes = '0', seconds = '0', fraction = '0']: (string | undefined)[]): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

const writeTime = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}.${pad(ms % 1000, 3)}`;
};

/** UTF-8, unless its first bytes say that it is UTF-16. */
const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
};

const decode = (bytes: Uint8Array): string => {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text.replaceAll(/\r\n?/g, '\n');
  } catch (cause) {
    throw fail('not_captions', { cause });
  }
  throw fail('not_captions');
};

/** Parts between empty lines. */
const blocksOf = (text: string): Line[][] => {
  const blocks: Line[][] = [[]];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push({ number: index + 1, text: line });
  }
  return blocks.filter((block) => block.length > 0);
};

const damaged = (message: string) => fail('damaged_captions', { message });

const readCue = (timing: Line, lines: readonly Line[], isSrt: boolean): Cue => {
  const found = TIMING.exec(timing.text);
  if (!found) throw damaged(messages.authoring.captionsBadLine(timing.number));
  const [startMs, endMs] = [toMs(found.slice(1, 5)), toMs(found.slice(5, 9))];
  if (endMs <= startMs) throw damaged(messages.authoring.captionsOutOfOrder(timing.number));
  const settings = isSrt ? [] : (found.groups?.['settings'] ?? '').split(/\s+/).filter((one) => SETTING.test(one));
  const text = lines.map((line) => (isSrt ? line.text.replaceAll(FOREIGN_MARKS, '') : line.text)).join('\n');
  return { startMs, endMs, settings: settings.map((one) => ` ${one}`).join(''), text: text.replaceAll('-->', '->') };
};

/** The cue of a block; undefined for notes, styles and regions, which are left out. */
const readBlock = (block: readonly Line[], isSrt: boolean): { cue: Cue; line: number } | undefined => {
  const at = block.findIndex(({ text }) => text.includes('-->'));
  const timing = block[at];
  const isNote = /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(block[0]?.text ?? '');
  if (!isSrt && (isNote || !timing)) return undefined;
  if (!timing || at > 1) throw damaged(messages.authoring.captionsBadLine(block[0]?.number ?? 1));
  return { cue: readCue(timing, block.slice(at + 1), isSrt), line: timing.number };
};

/**
 * Captions as WebVTT, from WebVTT or SRT in UTF-8, or in UTF-16 with its mark. Throws `not_captions` for other files, and `damaged_captions`, naming
 * the line, when a cue cannot be read or begins before the one above it.
 */
export const toWebVtt = (bytes: Uint8Array): string => {
  const text = decode(bytes);
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text);
  const blocks = blocksOf(text).slice(isVtt ? 1 : 0);
  if (!isVtt && !blocks.some((block) => block.some((line) => TIMING.test(line.text)))) throw fail('not_captions');
  const cues: Cue[] = [];
  for (const block of blocks) {
    const found = readBlock(block, !isVtt);
    if (!found) continue;
    const last = cues.at(-1);
    if (last && found.cue.startMs < last.startMs) throw damaged(messages.authoring.captionsOutOfOrder(found.line));
    if (cues.length >= MAX_CUES) throw fail('damaged_captions');
    cues.push(found.cue);
  }
  if (cues.length === 0) throw damaged(messages.authoring.captionsNoCue);
  const written = cues.map(
    ({ startMs, endMs, settings, text: words }) =>
      `${writeTime(startMs)} --> ${writeTime(endMs)}${settings}\n${words}\n`,
  );
  return `WEBVTT\n\n${written.join('\n')}`;
};
