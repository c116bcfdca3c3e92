import { z } from 'zod';
import { Id, Instant, orNothing } from '../fields.ts';
import { isPlayed } from './kind-facts.ts';
import { LectureFields } from './lecture-fields.ts';
import { messages } from '../messages.ts';
import { RichText } from '../rich-text.ts';
import { parseUrl } from '../parse-url.ts';

/** What a lecture is. A live class becomes a video with its recording; every other lecture keeps its kind. */
export const LectureKind = z.enum(['video', 'audio', 'text', 'pdf', 'live', 'quiz']);
export type LectureKind = z.output<typeof LectureKind>;

export const playedKinds: readonly LectureKind[] = LectureKind.options.filter(isPlayed);

const TEXT_MAX_CHARACTERS = 30_000;
const CLASS_MAX_MINUTES = 24 * 60;

/** A sound file; browsers play it at this address, which is of the same kind as a video's. */
const Audio = z.object({ address: z.string() });

const Pdf = z.object({
  /** Of the same kind as a video's address. */
  address: z.string(),
  pages: z.int(),
  /** Whether learners may save the file. */
  isSaved: z.boolean(),
});

const LiveClass = z.object({
  startsAt: Instant,
  durationMinutes: z.int(),
  /** For people with access, from 15 minutes before the start to the end; otherwise null. */
  url: z.string().nullable(),
  /** It does not take place in your batch. */
  isCancelled: z.boolean(),
});
export type LiveClass = z.output<typeof LiveClass>;

/** What only some kinds of lectures have; null for all others. */
export const kindFields = {
  kind: LectureKind,
  audio: Audio.nullable(),
  /**
   * What a text says; null in the lists of a course, where it is read by itself. Of an image, `href` is its address and the only
   * span its description.
   */
  text: RichText.nullable(),
  pdf: Pdf.nullable(),
  live: LiveClass.nullable(),
  /** How many questions a quiz has; of a video or a sound, how many appear at its moments, and null for none. */
  questions: z.int().nullable(),
};

/** The same, for the authors of a course only. */
export const managedKindFields = {
  /** The Markdown of a text. */
  markdown: z.string().nullable(),
  /** The link of a live class, at any time. */
  classUrl: z.string().nullable(),
};

const isTrue = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);

const said = messages.lectureKinds;

const text = z
  .string()
  .trim()
  .max(TEXT_MAX_CHARACTERS, messages.fields.tooLong)
  .refine((value) => !value.includes('\u0000'), messages.fields.badCharacters);

const url = z
  .string({ error: said.urlMissing })
  .trim()
  .max(2000, messages.fields.tooLong)
  .refine((value) => /^https?:\/\/[^\s<>"]+$/i.test(value) && parseUrl(value) !== undefined, said.urlMissing);

/** The part of a lecture that its kind decides, as its author enters it. */
export const kindContent = {
  text,
  startsAt: z.iso.datetime({ offset: true, error: said.startMissing }),
  durationMinutes: z.coerce.number().int().min(1, said.lengthMissing).max(CLASS_MAX_MINUTES, said.lengthMissing),
  url,
  /** Whether learners may save a PDF. */
  isSaved: isTrue,
};
export const KindContent = z.object(kindContent).partial();
export type KindContent = z.output<typeof KindContent>;

/**
 * A new lecture of any kind. A text has `text`; a live class `startsAt`, `durationMinutes` and `url`; a video, sound or PDF
 * the file `lecture` of the form, or `uploadId` of a finished upload.
 */
export const NewLectureOfKind = LectureFields.extend({
  kind: LectureKind,
  description: orNothing(LectureFields.shape.description).default(''),
  isDraft: isTrue.default(false),
  /** '' before the first section; otherwise, without one, at the end of the course. */
  sectionId: orNothing(Id).optional(),
  uploadId: Id.optional(),
})
  .extend(KindContent.shape)
  .superRefine(({ kind, isDraft, ...sent }, context) => {
    const lacks = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'text' && !sent.text && !isDraft) lacks('text', said.textMissing);
    if (kind !== 'live') return;
    if (sent.startsAt === undefined) lacks('startsAt', said.startMissing);
    if (sent.durationMinutes === undefined) lacks('durationMinutes', said.lengthMissing);
    if (sent.url === undefined) lacks('url', said.urlMissing);
  });
