import type { z } from 'zod';
import type { NewLectureOfKind } from '#contract/classroom/lecture-kinds.ts';
import { call } from '#web/api/call.ts';
import { type OutlinePart, placeForNew } from './outline.ts';
import type { CurriculumTree } from './use-curriculum-tree.ts';
import { useShowSavedCourse } from './use-curriculum.ts';

/** Where a lecture is added. */
export interface CurriculumPlace {
  tree: CurriculumTree;
  part: OutlinePart;
}

type NewContent = Pick<z.input<typeof NewLectureOfKind>, 'kind' | 'title' | 'startsAt' | 'durationMinutes' | 'url'>;

/** Adds a draft that has no file, and opens it. */
export const useAddDraft = ({ tree: { curriculum, select }, part }: CurriculumPlace) => {
  const { courseId } = curriculum;
  const showSaved = useShowSavedCourse(courseId);
  return {
    add: (content: NewContent) =>
      call('POST /courses/:courseId/lectures', {
        params: { courseId },
        fields: { isDraft: true, sectionId: placeForNew(part), ...content },
        files: {},
      }),
    open: async ({ lecture }: { lecture: { _id: string } }): Promise<void> => {
      await showSaved();
      select(lecture._id);
    },
  };
};
