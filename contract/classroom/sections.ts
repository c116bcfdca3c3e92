import { z } from 'zod';
import { Id, oneLine } from '../fields.ts';
import { messages } from '../messages.ts';

/** More lectures than a course should ever have. */
export const LECTURES_MAX = 1000;
export const SECTIONS_MAX = 200;

/** A part of a course: some of its lectures, one after the other. */
export const Section = z.object({ _id: z.string(), title: z.string() });
export type Section = z.output<typeof Section>;

export const sectionTitle = oneLine(100, messages.lectures.addIncomplete);

const lectureIds = z.array(Id).max(LECTURES_MAX);

/** The sections of a course and its lectures, in their order. */
export const Outline = z.object({
  /** Those before the first section. */
  lectureIds,
  sections: z
    .array(
      z.object({
        /** Left out for a section that is added. */
        _id: Id.optional(),
        title: sectionTitle,
        lectureIds,
      }),
    )
    .max(SECTIONS_MAX),
});
export type Outline = z.output<typeof Outline>;

/** A changed outline. */
export const OutlineChange = Outline.extend({
  /** The outline that was changed: the change is refused when the course has another one by now. */
  before: Outline.optional(),
});
export type OutlineChange = z.output<typeof OutlineChange>;
