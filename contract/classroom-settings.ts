import { z } from 'zod';

/** What teachers may do without an admin. */
export const TeachingSettings = z.object({
  /** Whether their courses are published at once, or after an admin approved them. */
  teachersPublish: z.enum(['alone', 'after_approval']),
  /** Whether teachers create courses. */
  teachersCreate: z.boolean(),
});
export type TeachingSettings = z.output<typeof TeachingSettings>;

/** What people may write and follow. Switching one off hides it and keeps it. */
export const CommunitySettings = z.object({
  /** Questions under lectures. */
  questions: z.boolean(),
  reviews: z.boolean(),
  /** Notices in the app, by email and by push, except those about accounts and purchases. */
  notices: z.boolean(),
  /** Private podcast feeds of courses. */
  podcasts: z.boolean(),
});
export type CommunitySettings = z.output<typeof CommunitySettings>;
