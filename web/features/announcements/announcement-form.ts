import { z } from 'zod';
import { type Announcement, AnnouncementText, type Audience } from '#contract/announcements/announcements.ts';
import { accessNames } from '#contract/access/access-names.ts';
import { keysOf } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';

/** The fields of the form as they are typed; empty for none. */
export interface Draft {
  title: string;
  body: string;
  courseId: string;
  isUnfinished: boolean;
  learners: string;
  skipsReminded: boolean;
  access: string;
  away: string;
}

const LEARNERS = ['not_begun', 'under_way', 'stuck', 'done'] as const;

export const audienceOf = ({
  courseId,
  isUnfinished,
  learners,
  skipsReminded,
  access,
  away,
}: Omit<Draft, 'title' | 'body'>): Audience => ({
  ...(courseId !== '' && { courseId }),
  ...(courseId !== '' && isUnfinished && { isUnfinished }),
  ...(courseId !== '' && learners !== '' && { learners: LEARNERS.find((one) => one === learners) }),
  ...(courseId !== '' && skipsReminded && { skipsReminded }),
  ...(courseId === '' && access !== '' && { access: keysOf(accessNames).find((one) => one === access) }),
  ...(away !== '' && { awayDays: Number(away) }),
});

/** Who a new announcement is for, by its address: the page of a course leads here. */
export type Addressed = Pick<Draft, 'courseId' | 'learners' | 'skipsReminded'>;

export const draftOf = (announcement: Announcement | undefined, to?: Addressed): Draft => ({
  title: announcement?.title ?? '',
  body: announcement?.body ?? '',
  courseId: announcement?.audience.courseId ?? to?.courseId ?? '',
  learners: announcement?.audience.learners ?? to?.learners ?? '',
  skipsReminded: announcement?.audience.skipsReminded ?? to?.skipsReminded ?? false,
  access: announcement?.audience.access ?? '',
  isUnfinished: announcement?.audience.isUnfinished ?? false,
  away: announcement?.audience.awayDays?.toString() ?? '',
});

/** The schema of the form: a teacher has to choose a course. */
export const draftSchema = (needsCourse: boolean) =>
  AnnouncementText.extend({
    courseId: z.string(),
    isUnfinished: z.boolean(),
    learners: z.string(),
    skipsReminded: z.boolean(),
    access: z.string(),
    away: z.string(),
  })
    .refine(({ courseId }) => !needsCourse || courseId !== '', {
      path: ['courseId'],
      error: messages.announcements.courseMissing,
    })
    .transform(({ title, body, ...chosen }) => ({ title, body, audience: audienceOf(chosen) }));

export type DraftInput = z.output<ReturnType<typeof draftSchema>>;
