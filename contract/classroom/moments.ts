import { z } from 'zod';
import { get, success } from '../endpoint.ts';
import { Id } from '../fields.ts';
import { SEARCH_MAX } from '../catalog/catalog.ts';
import { LectureKind } from './lecture-kinds.ts';

export const MOMENTS_PER_LECTURE = 3;

/** Where a lecture has the words of a search: a sentence that is said, a chapter, an own note, a part of a text, or a page of a PDF. */
export const Moment = z.object({
  in: z.enum(['said', 'chapter', 'note', 'text', 'pdf']),
  /** Of the video or the sound; null for others. */
  atMs: z.int().nullable(),
  /** The number of the part in the text; null for others. */
  part: z.int().nullable(),
  /** The words around; empty for a PDF. */
  text: z.string(),
  /** [from, to) in UTF-16 code units. */
  highlights: z.array(z.tuple([z.int(), z.int()])),
});
export type Moment = z.output<typeof Moment>;

export const moments = {
  find: get('/search/moments', {
    access: 'user',
    summary: 'Find words inside of the lectures that you may watch: what is said, chapters, texts, PDFs and your notes',
    query: z.object({ search: z.string().trim().min(2).max(SEARCH_MAX), course: Id.optional() }),
    rateLimit: { perUser: 600 },
    response: success({
      lectures: z.array(
        z.object({
          _id: z.string(),
          title: z.string(),
          kind: LectureKind,
          course: z.object({ _id: z.string(), title: z.string() }),
          moments: z.array(Moment),
          /** How many more there are. */
          more: z.int(),
        }),
      ),
    }),
  }),
};
