import { type Said, say } from '../../languages/say.ts';
import { pages } from '../../pages.ts';
import type { NoticeFields } from '../notice-fields.ts';
import { EXAMPLE, withQuery } from '../notice.ts';

/** Several lectures of a course are one notice, which leads to the first. */
export const severalLectures = {
  content: ({ course, integer, list, string }: NoticeFields) => ({
    ...course,
    count: integer,
    /** Of the first three. */
    titles: list(string),
    /** Of the same; notices of earlier versions have none. */
    lectureIds: list(string).default([]),
    firstLectureId: string,
  }),
  text: ({ count, titles }: { count: number; titles: readonly string[] }): Said =>
    count > titles.length ? say('{titles} and more', { titles: titles.join(', ') }) : titles.join(', '),
  path: ({ courseId: course, firstLectureId: lecture }: { courseId: string; firstLectureId: string }): string =>
    withQuery(pages.classroom.path, { course, lecture }),
  example: {
    ...EXAMPLE.course,
    count: 2,
    titles: ['Cubes', 'Roots'],
    lectureIds: ['example', 'example'],
    firstLectureId: 'example',
  },
};
