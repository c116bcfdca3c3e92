import { api } from '#contract/api.ts';
import type { Account, Site } from './site.ts';

export interface LectureWithTeacher {
  courseId: string;
  lectureId: string;
  teacher: Account;
}

/** A course with a lecture of four minutes, and its teacher. */
export const aLectureWithTeacher = async (site: Site): Promise<LectureWithTeacher> => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
  const { course } = await site.call(api.lectures.addLecture, token, {
    params: { courseId },
    fields: { title: 'Profit is not cash', description: 'Follow one sweet shop.' },
    files: { lecture: 'four-minutes.mp4' },
  });
  const teacher = await site.aVisitorWhoRegisters({ fullName: 'Nandini Kulkarni' });
  await site.joinCourse(courseId, teacher);
  return { courseId, lectureId: course.lectures[0]?._id ?? '', teacher };
};

/** The page of a lecture with its questions. */
export const questionsAt = ({ courseId, lectureId }: LectureWithTeacher): string =>
  `/course/displaylectures?course=${courseId}&lecture=${lectureId}&tab=questions`;
