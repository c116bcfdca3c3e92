import { z } from 'zod';
import { messages } from './messages.ts';

export const Chapter = z.object({ startMs: z.int(), title: z.string() });
export type Chapter = z.output<typeof Chapter>;

const CHAPTERS_MAX = 100;
const TITLE_MAX = 200;
/** More than a time and a title need. */
const LINE_MAX = 400;
/** Marks of direction and blanks that come with a text copied from a page. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;
const TIME = String.raw`[([]?(?:(?<hours>\d{1,2}):)?(?<minutes>\d{1,2}):(?<seconds>[0-5]\d)(?:[.,]\d{1,3})?[)\]]?`;
const END = String.raw`(?: ?[-–—] ?(?:\d{1,2}:){1,2}[0-5]\d[)\]]?)?`;
/** As YouTube and those who write for it begin a line: with a bullet or a number. */
const BULLET = String.raw`(?:(?:[•·◦●○▪▶►➤*>–—-]|\d{1,3}[.)]) *)?`;
const TIME_FIRST = new RegExp(String.raw`^${BULLET}${TIME}${END}(?: *[-–—|•·]+ *|: +| +)(?<title>[^ ].*)$`, 'u');
const TIME_LAST = new RegExp(String.raw`^${BULLET}(?<title>[^ \d].*?) *[-–—:|•·]* ${TIME}$`, 'u');

const readLine = (line: string): Chapter | undefined => {
  const plain = line.slice(0, LINE_MAX).replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').replaceAll('：', ':').trim();
  const groups = (TIME_FIRST.exec(plain) ?? TIME_LAST.exec(plain))?.groups;
  const { hours = '0', minutes = '0', seconds = '0', title = '' } = groups ?? {};
  if (!groups || title.length > TITLE_MAX || (groups['hours'] !== undefined && Number(minutes) > 59)) return undefined;
  return { startMs: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000, title };
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
