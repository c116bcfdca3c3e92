import { z } from 'zod';
import { type Announcement, AnnouncementText, type Audience } from '#contract/announcements/announcements.ts';
import { messages } from '#contract/messages.ts';

/** The fields of the form as they are typed; empty for none. */
export interface Draft {
  title: string;
  body: string;
  courseId: string;
  isUnfinished: boolean;
  away: string;
}

export const audienceOf = ({ courseId, isUnfinished, away }: Omit<Draft, 'title' | 'body'>): Audience => ({
  ...(courseId !== '' && { courseId }),
  ...(courseId !== '' && isUnfinished && { isUnfinished }),
  ...(away !== '' && { awayDays: Number(away) }),
});

export const draftOf = (announcement: Announcement | undefined): Draft => ({
  title: announcement?.title ?? '',
  body: announcement?.body ?? '',
  courseId: announcement?.audience.courseId ?? '',
  isUnfinished: announcement?.audience.isUnfinished ?? false,
  away: announcement?.audience.awayDays?.toString() ?? '',
});

/** The schema of the form: a teacher has to choose a course. */
export const draftSchema = (needsCourse: boolean) =>
  AnnouncementText.extend({ courseId: z.string(), isUnfinished: z.boolean(), away: z.string() })
    .refine(({ courseId }) => !needsCourse || courseId !== '', {
      path: ['courseId'],
      error: messages.announcements.courseMissing,
    })
    .transform(({ title, body, ...chosen }) => ({ title, body, audience: audienceOf(chosen) }));

export type DraftInput = z.output<ReturnType<typeof draftSchema>>;
