import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import { authoringRoutes, type LectureFiles } from './authoring.routes.ts';
import type { LectureMedia } from '../kinds/kinds.ts';
import type { Lectures } from './lectures.ts';

export const lecturesRoutes = (
  bind: Bind,
  lectures: Lectures,
  { media, ...files }: LectureFiles & { media: LectureMedia },
): void => {
  authoringRoutes(bind, lectures, files);

  bind(api.lectures, {
    listLectures: ({ actor, params, query, origin }) =>
      lectures.list(actor, params.courseId, {
        origin,
        withDrafts: query.drafts === 'true',
        as: query.as,
      }),
    readText: ({ actor, params, origin }) => lectures.readText(actor, params, origin),
    previewLecture: async ({ params, query, origin }) => ({
      lecture: await lectures.preview(params, query.language, origin),
    }),
    addLecture: async ({ actor, params: { courseId }, fields, files, origin }) => {
      const { upload } = files.lecture;
      await lectures.files.add({ ...fields, kind: 'video', courseId, isDraft: fields.isDraft === 'true', upload });
      return { course: await lectures.describe(actor, courseId, origin) };
    },
    addLectureImage: {
      beforeBody: ({ params }) => lectures.assertLecture(params),
      handle: async ({ params, files: { image } }) => ({ name: await media.addImage(params, image) }),
    },
    addLectureSound: {
      beforeBody: ({ params }) => lectures.assertLecture(params),
      handle: async ({ params, files: { sound } }) => ({ name: await media.addSound(params, sound) }),
    },
    deleteLecture: ({ params }) => lectures.deletion.remove(params.courseId, params.lectureId),
    joinClass: async ({ actor, params: { lectureId } }) => ({ url: await lectures.joinClass(actor, lectureId) }),
    classConflicts: async ({ params }) => ({ conflicts: await lectures.classConflicts(params) }),
    retryVideo: ({ params }) => lectures.retry(params),
  });
};
