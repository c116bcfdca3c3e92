import { type KindWord, mediumOf } from '#contract/classroom/kind-facts.ts';
import type { LectureKind } from '#contract/classroom/lecture-kinds.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { audio } from './audio/audio.ts';
import type { Kind, Sized } from './kind.ts';
import { live } from './live/live.ts';
import { pdf } from './pdf/pdf.ts';
import { quiz } from './quiz/quiz.ts';
import { text } from './text/text.ts';
import { video } from './video/video.ts';
import type { Language } from '#contract/languages/language.ts';

export const kinds: Record<LectureKind, Kind> = { video, audio, text, pdf, live, quiz };

/** How long a lecture is, as its kind says it. */
export const lengthWords = (
  { kind, ...lecture }: Sized & Pick<Lecture, 'kind'>,
  timeZone: string,
  language: Language,
): string => kinds[kind].length(lecture, timeZone, language);

/** The same as visitors see it; of a PDF, a class and a quiz, what it is. */
export const outlineLength = (kind: LectureKind, durationMs: number | null, language: Language): string =>
  kinds[kind].length({ durationMs, pdf: null, live: null, questions: null }, 'UTC', language);

export const kindName = (kind: LectureKind, { _ }: Language): string => _(kinds[kind].name);

/** Lectures of a course that has more than videos are done, others are watched. */
export const doneWordOf = (lectures: readonly Pick<Lecture, 'kind'>[]): KindWord =>
  lectures.every(({ kind }) => mediumOf(kind) === 'video') ? 'watched' : 'done';
