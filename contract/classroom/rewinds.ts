import { z } from 'zod';
import { get, success } from '../endpoint.ts';
import { Id } from '../fields.ts';

/** The lectures of a week with the most rewinds. */
export const REWOUND_LECTURES_MAX = 5;
export const REWOUND_PARTS_MAX = 3;

/** A part of a lecture that people went back to. */
const RewoundPart = z.object({
  fromMs: z.int(),
  toMs: z.int(),
  people: z.int(),
  /** People who asked about it in the week. */
  asked: z.int(),
});

const RewoundLecture = z.object({
  course: z.object({ _id: z.string(), title: z.string() }),
  lecture: z.object({ _id: z.string(), title: z.string(), durationMs: z.int().nullable() }),
  /** Of the lecture. */
  people: z.int(),
  /** Those that the most people went back to, the first one first. */
  parts: z.array(RewoundPart),
  /** The ten seconds to which someone went back, in their order. */
  buckets: z.array(z.object({ fromMs: z.int(), people: z.int() })),
});
export type RewoundLecture = z.output<typeof RewoundLecture>;

export const rewinds = {
  ofWeek: get('/teach/rewinds', {
    access: 'user',
    summary: 'List where people went back this week or last week, and asked, in the lectures that you teach',
    query: z.object({ week: z.enum(['this', 'last']).default('this'), courseId: Id.optional() }),
    errors: ['forbidden'],
    response: success({ lectures: z.array(RewoundLecture) }),
  }),
};
