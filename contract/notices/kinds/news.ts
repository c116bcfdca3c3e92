import { say } from '../../languages/say.ts';
import { pages } from '../../pages.ts';
import { EXAMPLE, noticesOf, withQuery } from '../notice.ts';
import { severalLectures } from './several-lectures.ts';

const notice = noticesOf('news');

export const newsNotices = [
  notice('new_lectures', {
    ...severalLectures,
    channels: { email: 'weekly' },
    isForMany: true,
    name: ['New lectures in my courses', 'Several at once are one notice'],
    title: ({ count, courseTitle }) =>
      say('{count, plural, one {New lecture} other {# new lectures}} in {courseTitle}', { count, courseTitle }),
    email: ['New lectures', 'To people who have the course'],
  }),
  notice('new_course', {
    channels: { email: 'weekly' },
    isForMany: true,
    name: ['New courses', 'From the school'],
    content: ({ course }) => course,
    title: ({ courseTitle }) => say('New course: {courseTitle}', { courseTitle }),
    path: ({ courseId: course }) => withQuery(pages.course.path, { course }),
    email: ['New course', 'To people who want news'],
    example: EXAMPLE.course,
  }),
  /** The week before, on Monday. What is null has no news. */
  notice('week', {
    channels: { app: 'off' },
    isForAdmins: true,
    name: ['Your week', 'On Mondays at 07:00: sold, begun, stuck, asked, to do'],
    content: ({ string, integer, object, list, instant }) => ({
      /** Days, both included. */
      from: string,
      to: string,
      sold: object({
        sales: integer,
        inPaise: integer,
        /** Than in the week before; negative for fewer. */
        more: integer,
        plans: list(object({ name: string, sales: integer })),
      }).nullable(),
      begun: object({ people: integer, finished: integer, courseTitle: string.nullable() }).nullable(),
      stuck: object({ people: integer, courseId: string, courseTitle: string }).nullable(),
      asked: object({ count: integer, since: instant }).nullable(),
      /** `kind` of an item that needs attention, and how many kinds there are besides. */
      toDo: object({ kind: string, count: integer, others: integer }).nullable(),
    }),
    title: ({ from, to }) => say('Your week, {from} to {to}', { from, to }),
    path: () => pages.dashboard.path,
    email: 'own',
  }),
  /** What a teacher, or an admin, wrote to many people. */
  notice('announcement', {
    isForMany: true,
    name: ['Announcements', 'From the school and your teachers'],
    content: ({ string }) => ({
      announcementId: string,
      title: string,
      byName: string,
      courseTitle: string.nullable(),
    }),
    title: ({ title }) => title,
    text: ({ byName, courseTitle }) => (courseTitle === null ? byName : `${byName}, ${courseTitle}`),
    path: ({ announcementId }) => pages.announcement.path.replace(':announcementId', announcementId),
    email: 'own',
  }),
] as const;
