import { type FileReport, type SkippedEntry, type Repaired, reportOf } from '#contract/file-report.ts';
import { fileMessages } from '#contract/file-messages.ts';
import { messages as all } from '#contract/messages.ts';
import { readTextFile } from '#contract/text-file.ts';
import { fail } from '#server/errors.ts';
import { isAss, linesOfAss } from './ass-file.ts';
import { cueText } from './caption-text.ts';
import { readTiming, type Timing, writeTime } from './caption-times.ts';

const messages = all.authoring.captionFaults;
const CUES_MAX = 20_000;
/** Of a cue without an end that no other follows. */
const LAST_CUE_MS = 3000;
const SETTING = /^(?:vertical|line|position|size|align):[\w%.,-]+$/;

interface Line {
  /** From 1. */
  number: number;
  text: string;
}

/** A cue as it is in the file; without times for what is above the first one, or belongs to none. */
interface Draft {
  line: number;
  timing: Timing | undefined;
  /** Why its text is left out; undefined for a comment, which is no text. */
  why: string | undefined;
  lines: Line[];
}

interface Cue {
  line: number;
  startMs: number;
  endMs: number | undefined;
  settings: string;
  text: string;
}

const isEmpty = ({ text }: Line): boolean => text.trim() === '';
const isNumber = ({ text }: Line): boolean => /^\p{Nd}{1,9}$/u.test(text.trim());

/** Takes the number or name of the next cue from the lines above its times. */
const takeId = (lines: Line[], next: number, { isVtt, hasNumbers }: { isVtt: boolean; hasNumbers: boolean }): void => {
  const at = lines.findLastIndex((line) => !isEmpty(line));
  const last = lines[at];
  if (!last) return;
  const above = lines[at - 1];
  const isName = isVtt && last.number === next - 1 && (!above || isEmpty(above));
  if (isName || (hasNumbers && isNumber(last))) lines.splice(at);
};

/** Cuts the lines at those that have times, or begin a part that has none. */
const draftsOf = (lines: readonly Line[], isVtt: boolean): { drafts: Draft[]; hasNumbers: boolean } => {
  const first = lines.findIndex(({ text }) => typeof readTiming(text) === 'object');
  const above = lines.slice(0, Math.max(0, first)).findLast((line) => !isEmpty(line));
  const hasNumbers = above !== undefined && isNumber(above);
  let current: Draft = { line: 1, timing: undefined, why: messages.noTime, lines: [] };
  const drafts = [current];
  const begin = (draft: Draft): void => {
    current = draft;
    drafts.push(draft);
  };
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const isApart = !before || isEmpty(before);
    const [, part] = (isVtt && isApart && /^(WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/.exec(line.text)) || [];
    const timing = part === undefined ? readTiming(line.text) : undefined;
    if (part !== undefined) {
      const why = part === 'STYLE' || part === 'REGION' ? messages.style : undefined;
      begin({ line: line.number, timing: undefined, why, lines: [line] });
    } else if (timing !== undefined) {
      takeId(current.lines, line.number, { isVtt, hasNumbers });
      const isBad = timing === 'bad';
      begin({
        line: line.number,
        timing: isBad ? undefined : timing,
        why: isBad ? messages.badTime : undefined,
        lines: isBad ? [line] : timing.text.trim() === '' ? [] : [{ ...line, text: timing.text.trim() }],
      });
    } else if (isVtt && isEmpty(line) && !current.timing)
      begin({ line: line.number + 1, timing: undefined, why: messages.noTime, lines: [] });
    else current.lines.push(line);
  }
  return { drafts, hasNumbers };
};

const trimEmpty = (lines: readonly Line[]): Line[] =>
  lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => !isEmpty(line)),
    ),
    lines.findLastIndex((line) => !isEmpty(line)) + 1,
  );

/** The cue of a draft, or why it has none; undefined for parts without a text. */
const cueOf = (draft: Draft, isVtt: boolean, repaired: Repaired[]): Cue | SkippedEntry | undefined => {
  const { line, timing, why } = draft;
  const lines = trimEmpty(draft.lines);
  const [first] = lines;
  if (!timing) return first && why !== undefined ? { line: first.number, why } : undefined;
  if (!first) return { line, why: messages.noText };
  const endMs = timing.endMs;
  if (endMs !== undefined && endMs <= Math.max(0, timing.startMs)) return { line, why: messages.noLength };
  if (timing.startMs < 0) repaired.push({ line, what: messages.negative });
  for (const empty of lines.filter(isEmpty)) repaired.push({ line: empty.number, what: messages.emptyLine });
  const settings = isVtt ? timing.settings.split(/\s+/).filter((one) => SETTING.test(one)) : [];
  return {
    line,
    startMs: Math.max(0, timing.startMs),
    endMs,
    settings: settings.map((one) => ` ${one}`).join(''),
    text: lines
      .filter((one) => !isEmpty(one))
      .map((one) => cueText(one.text, isVtt))
      .join('\n'),
  };
};

/** In the order of time, each with an end. */
const inOrder = (cues: readonly Cue[], repaired: Repaired[]): (Cue & { endMs: number })[] => {
  let latestMs = 0;
  for (const { line, startMs } of cues) {
    if (startMs < latestMs) repaired.push({ line, what: messages.sorted });
    latestMs = Math.max(latestMs, startMs);
  }
  const sorted = cues.toSorted((a, b) => a.startMs - b.startMs);
  return sorted.map((cue, index) => {
    if (cue.endMs !== undefined) return { ...cue, endMs: cue.endMs };
    repaired.push({ line: cue.line, what: messages.noEnd });
    const next = sorted.slice(index + 1, index + 100).find(({ startMs }) => startMs > cue.startMs);
    return { ...cue, endMs: Math.min(next?.startMs ?? Infinity, cue.startMs + LAST_CUE_MS) };
  });
};

/** Of empty lines that follow each other, the first. */
const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  let wasEmpty = false;
  for (const [index, line] of text.split('\n').entries()) {
    const isBlank = line.trim() === '';
    if (!isBlank || !wasEmpty) lines.push({ number: index + 1, text: line });
    wasEmpty = isBlank;
  }
  return lines;
};

const reasonOf = ([first]: readonly SkippedEntry[]): string =>
  first ? messages.none(first.line, first.why) : all.authoring.captionsNoCue;

/** A number without a cue at the end of a file. */
const takeLastNumber = ({ lines }: Draft): SkippedEntry[] => {
  const at = lines.findLastIndex((line) => !isEmpty(line));
  const [above, last] = [lines[at - 1], lines[at]];
  const hasText = lines.slice(0, at).some((line) => !isEmpty(line));
  if (!last || !isNumber(last) || !hasText || !above || !isEmpty(above)) return [];
  lines.splice(at);
  return [{ line: last.number, why: messages.lastNumber }];
};

/**
 * Captions as WebVTT, from WebVTT, SRT, YouTube's SBV and Aegisub's ASS. What cannot be read is left out, cue by cue. Throws
 * `not_captions` for other files, and `damaged_captions` when no cue can be read.
 */
export const readCaptions = (bytes: Uint8Array): { webVtt: string; report: FileReport } => {
  const file = readTextFile(bytes);
  if (!file) throw fail('not_captions', bytes.length > 0 ? { message: fileMessages.unknownEncoding } : {});
  const isVtt = /^WEBVTT(?:\s|$)/i.test(file.text);
  const lines = isAss(file.text) ? linesOfAss(file.text) : linesOf(file.text);
  const { drafts, hasNumbers } = draftsOf(lines, isVtt);
  if (!isVtt && drafts.length === 1) throw fail('not_captions');
  const last = drafts.at(-1);
  const leftOut = last && hasNumbers ? takeLastNumber(last) : [];
  const repaired = [...file.repaired];
  const read: Cue[] = [];
  for (const found of drafts.map((draft) => cueOf(draft, isVtt, repaired))) {
    if (found && 'why' in found) leftOut.push(found);
    else if (found && read.length < CUES_MAX) read.push(found);
    else if (found) leftOut.push({ line: found.line, why: messages.tooMany });
  }
  if (read.length === 0) throw fail('damaged_captions', { message: reasonOf(leftOut) });
  const written = inOrder(read, repaired).map(
    ({ startMs, endMs, settings, text }) => `${writeTime(startMs)} --> ${writeTime(endMs)}${settings}\n${text}\n`,
  );
  return {
    webVtt: `WEBVTT\n\n${written.join('\n')}`,
    report: reportOf({ read: read.length, repaired, leftOut }),
  };
};
