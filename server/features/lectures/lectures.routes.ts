import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement.ts';
import type { Lectures } from './lectures.ts';

export const lecturesRoutes = (implement: Implement, lectures: Lectures): void => {
  implement(api.lectures.listLectures, async ({ actor, params, origin }) => ({
    message: messages.lectures.success,
    ...(await lectures.list(actor, params.courseId, origin)),
  }));

  implement(
    api.lectures.addLecture,
    async ({ actor, params, fields, files, origin }) => ({
      message: messages.lectures.addSuccess,
      course: await lectures.add(actor, { courseId: params.courseId, fields, video: files.lecture }, origin),
    }),
    { admit: ({ params }) => lectures.assertCourse(params.courseId) },
  );

  implement(api.lectures.deleteLecture, async ({ params }) => {
    await lectures.remove(params.courseId, params.lectureId);
    return { message: messages.lectures.deleteSuccess };
  });
};
