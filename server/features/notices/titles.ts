import type { NoticeContent } from '#contract/notices/notice-content.ts';
import { type TextReader, textsForReader } from '#server/database/translations.ts';
import type { Platform } from '#server/platform.ts';

/** The course and the lectures that a notice is about, the plan, or the announcement. */
const thingsOf = (content: NoticeContent): string[] => [
  ...('courseId' in content ? [content.courseId] : []),
  ...('course' in content ? [content.course?.id ?? ''] : []),
  ...('announcementId' in content ? [content.announcementId] : []),
  ...('planId' in content && content.planId !== undefined ? [content.planId] : []),
  ...('lectureId' in content ? [content.lectureId] : []),
  ...('lectureIds' in content ? content.lectureIds : []),
  ...('classes' in content ? content.classes.map(({ lectureId }) => lectureId) : []),
];

/** Notices of one reader, with the names of courses, lectures and plans in their language. */
export const inTheirTitles = async <N extends { content: NoticeContent }>(
  platform: Pick<Platform, 'database' | 'settings'>,
  reader: TextReader,
  notices: readonly N[],
): Promise<N[]> => {
  const thingIds = notices.flatMap(({ content }) => thingsOf(content));
  const texts = await textsForReader(platform, reader, { thingIds, fields: ['title', 'name'] });
  return notices.map((notice) => {
    const { content } = notice;
    return {
      ...notice,
      content: {
        ...content,
        ...('course' in content &&
          content.course && {
            course: { ...content.course, title: texts.of(content.course.id ?? '', 'title', content.course.title) },
          }),
        ...('planId' in content &&
          content.planId !== undefined && { planName: texts.of(content.planId, 'name', content.planName) }),
        ...('announcementId' in content && { title: texts.exactly(content.announcementId, 'title', content.title) }),
        ...('courseId' in content && { courseTitle: texts.of(content.courseId, 'title', content.courseTitle) }),
        ...('lectureIds' in content && {
          titles: content.titles.map((title, index) => texts.of(content.lectureIds[index] ?? '', 'title', title)),
        }),
        ...('classes' in content && {
          classes: content.classes.map((one) => ({ ...one, title: texts.of(one.lectureId, 'title', one.title) })),
        }),
        ...('lectureId' in content && { lectureTitle: texts.of(content.lectureId, 'title', content.lectureTitle) }),
      },
    };
  });
};
