import { CirclePlay, FileText, FileType, Headphones, ListChecks, type LucideIcon, Radio } from 'lucide-react';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { LectureKind } from '#contract/classroom/lecture-kinds.ts';
import { countOf, formatDuration, formatLength, formatTime } from '#contract/format.ts';

export const kindIcons: Record<LectureKind, LucideIcon> = {
  video: CirclePlay,
  audio: Headphones,
  text: FileText,
  pdf: FileType,
  live: Radio,
  quiz: ListChecks,
};

export const kindNames: Record<LectureKind, string> = {
  video: 'Video',
  audio: 'Audio',
  text: 'Text',
  pdf: 'PDF',
  live: 'Live class',
  quiz: 'Quiz',
};

export const mediumOf = (kind: LectureKind): string => (kind === 'audio' ? 'audio' : 'video');

/** What a learner did with a lecture that is done. */
export const doneWords: Record<LectureKind, string> = {
  video: 'watched',
  audio: 'heard',
  text: 'read',
  pdf: 'read',
  live: 'attended',
  quiz: 'passed',
};

/** Lectures of a course that has more than videos are done, others are watched. */
export const doneWordOf = (lectures: readonly Pick<Lecture, 'kind'>[]): string =>
  lectures.every(({ kind }) => kind === 'video') ? 'watched' : 'done';

/** Tue 24 Nov, in the school's time zone. */
const classDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone }).format(
    new Date(instant),
  );

/** Tue 24 Nov, 18:00, in the school's time zone. */
export const classMoment = (instant: string, timeZone: string): string =>
  `${classDay(instant, timeZone)}, ${formatTime(instant, timeZone)}`;

/** The length of a lecture as visitors see it; of a PDF, a class and a quiz, what it is. */
export const outlineLength = (kind: LectureKind, durationMs: number | null): string => {
  if (kind === 'pdf' || kind === 'live' || kind === 'quiz') return kindNames[kind];
  if (durationMs === null) return '';
  return kind === 'text' ? `${formatLength(durationMs)} read` : formatDuration(durationMs);
};

type Sized = Pick<Lecture, 'kind' | 'durationMs' | 'pdf' | 'live' | 'questions'>;

/** How long a lecture is, as its kind says it: 12:18, 4 min read, 6 pages, Tue 24 Nov; '' while it is unknown. */
export const lengthWords = ({ kind, durationMs, pdf, live, questions }: Sized, timeZone: string): string => {
  if (kind === 'quiz' && questions) return countOf(questions, 'question');
  if (pdf) return countOf(pdf.pages, 'page');
  if (live) return classDay(live.startsAt, timeZone);
  return outlineLength(kind, durationMs);
};
