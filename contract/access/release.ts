import { z } from 'zod';
import { ofCourse } from '../catalog/catalog.ts';
import { get, put, saying, success } from '../endpoint.ts';
import { Id, Instant } from '../fields.ts';
import { LECTURES_MAX, SECTIONS_MAX } from '../classroom/sections.ts';
import { LockedBy } from './locked-by.ts';
import { releaseMessages } from './release-messages.ts';

const DAYS_MAX = 3650;

/**
 * When a section or a lecture opens to learners: once all of its conditions are met, at once without any. The rule of a lecture
 * takes the place of its section's.
 */
export const ReleaseRule = z
  .object({
    sectionId: Id.optional(),
    lectureId: Id.optional(),
    /** So many calendar days of the school after the first day of the learner's right to the course. */
    afterDays: z.int().min(0).max(DAYS_MAX).optional(),
    /** At the beginning of this day where the school is. */
    on: z.iso.date({ error: releaseMessages.dayMissing }).optional(),
    /** Once the lecture before it is done; for a section, all lectures of the section before. */
    afterPrevious: z.boolean().optional(),
    /** Once the learner has passed this quiz of the course, which comes before. */
    afterQuizId: Id.optional(),
  })
  .refine((rule) => (rule.sectionId === undefined) !== (rule.lectureId === undefined), {
    error: releaseMessages.oneTarget,
  });
export type ReleaseRule = z.output<typeof ReleaseRule>;

export const ReleaseRules = z.array(ReleaseRule).max(LECTURES_MAX + SECTIONS_MAX);

/** Of a lecture, for one learner. */
export const lockFields = {
  /** The moment before which it does not open; null when it is open, or waits for no day. */
  opensAt: Instant.nullable(),
  /** Why it is locked: until then there are no addresses, and nothing of what it says. */
  lockedBy: LockedBy.nullable(),
};

/** How many of the learners who have not opened a lecture get one earlier, or later, than by the rules of before. */
export const ReleaseEffect = z.object({
  earlier: z.int(),
  later: z.int(),
  /** Whether the course has more learners than were counted. */
  isPartial: z.boolean(),
});
export type ReleaseEffect = z.output<typeof ReleaseEffect>;

export const release = {
  read: get('/courses/:courseId/release', {
    access: { course: 'edit' },
    summary: 'List when the sections and lectures of a course open',
    ...ofCourse,
    response: success({ rules: ReleaseRules }),
  }),
  save: put('/courses/:courseId/release', {
    access: { course: 'edit' },
    audit: 'itself',
    summary:
      'Choose when the sections and lectures of a course open, in place of all earlier rules. What a learner has opened stays open. `isDryRun` saves nothing and counts whom it concerns',
    ...ofCourse,
    body: z.object({
      rules: ReleaseRules,
      /** The rules that were changed: the change is refused when the course has others by now. */
      before: ReleaseRules.optional(),
      isDryRun: z.boolean().optional(),
    }),
    incomplete: releaseMessages.oneTarget,
    errors: ['release_outdated'],
    response: saying(releaseMessages.saved, { rules: ReleaseRules, effect: ReleaseEffect }),
  }),
};
