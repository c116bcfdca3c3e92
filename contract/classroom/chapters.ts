import { z } from 'zod';
import { messages } from '../messages.ts';
import { asciiDigits } from '../read-number.ts';

export const Chapter = z.object({ startMs: z.int(), title: z.string() });
export type Chapter = z.output<typeof Chapter>;

const CHAPTERS_MAX = 100;
const TITLE_MAX = 200;
/** More than a time and a title need. */
const LINE_MAX = 400;
/** Marks of direction and blanks that come with a text copied from a page. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;
/** Digits of every script. */
const TIME = String.raw`[([（【]?(?:(?<hours>\p{Nd}{1,2}):)?(?<minutes>\p{Nd}{1,2}):(?<seconds>\p{Nd}{2})(?:[.,]\p{Nd}{1,3})?[)\]）】]?`;
const END = String.raw`(?: ?[-–—] ?(?:\p{Nd}{1,2}:){1,2}\p{Nd}{2}[)\]）】]?)?`;
/** As YouTube and those who write for it begin a line: with a bullet, a picture or a number. */
const BULLET = String.raw`(?:(?:(?:\p{Extended_Pictographic}\uFE0F?){1,4}|[•·◦●○▪►➤*>–—-]|\p{Nd}{1,3}[.)]) *)?`;
const TIME_FIRST = new RegExp(String.raw`^${BULLET}${TIME}${END}(?: *[-–—|•·]+ *| *: +| +)(?<title>[^ ].*)$`, 'u');
const TIME_LAST = new RegExp(String.raw`^${BULLET}(?<title>[^ \p{Nd}].*?) *[-–—:|•·]* ${TIME}$`, 'u');

const readLine = (line: string): Chapter | undefined => {
  const plain = line.slice(0, LINE_MAX).replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').replaceAll('：', ':').trim();
  const groups = (TIME_FIRST.exec(plain) ?? TIME_LAST.exec(plain))?.groups;
  if (!groups) return undefined;
  const { hours, minutes = '', seconds = '', title = '' } = groups;
  const numberOf = (digits: string): number => Number(asciiDigits(digits));
  const isTime = numberOf(seconds) < 60 && (hours === undefined || numberOf(minutes) < 60);
  if (!isTime || title.length > TITLE_MAX) return undefined;
  return { startMs: ((numberOf(hours ?? '0') * 60 + numberOf(minutes)) * 60 + numberOf(seconds)) * 1000, title };
};

/** Up to the first line, counted from 1, that cannot be read, whose time does not grow, or that is too many. */
const parse = (text: string): { chapters: Chapter[]; badLine: number | undefined } => {
  const chapters: Chapter[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const chapter = readLine(line);
    const last = chapters.at(-1);
    const isBad = !chapter || (last && chapter.startMs <= last.startMs) || chapters.length === CHAPTERS_MAX;
    if (isBad) return { chapters, badLine: index + 1 };
    chapters.push(chapter);
  }
  return { chapters, badLine: undefined };
};

/** Chapters written as text, one a line: `1:30 The wind`, or `1:02:30 The rain`. Empty lines do not count. */
export const readChapters = (text: string): Chapter[] => parse(text).chapters;

/** Chapters as text that can be read. */
export const ChaptersText = z
  .string()
  .trim()
  .max(30_000, messages.fields.tooLong)
  .refine((value) => !value.includes('\u0000'), messages.fields.badCharacters)
  .superRefine((value, context) => {
    const { badLine } = parse(value);
    if (badLine !== undefined) context.addIssue({ code: 'custom', message: messages.authoring.badChapters(badLine) });
  });
