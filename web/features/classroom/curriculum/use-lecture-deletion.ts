import { useState } from 'react';
import type { ManagedLecture } from '#contract/authoring.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { useShowSavedCourse } from './use-show-saved-course.ts';

const { deleteLoading, deleteSuccess, deleteError } = messages.lectures;

/** Deletes without a question, because it can be restored for a day. */
export const useLectureDeletion = (courseId: string, onChanged: () => void) => {
  const [deleted, setDeleted] = useState<ManagedLecture>();
  const showSaved = useShowSavedCourse(courseId);
  const deletion = useAction({
    run: ({ _id: lectureId }: ManagedLecture) =>
      call('DELETE /courses/:courseId/lecture/:lectureId', { params: { courseId, lectureId } }),
    messages: { loading: deleteLoading, success: deleteSuccess, error: deleteError },
    onSuccess: async (_, lecture) => {
      setDeleted(lecture);
      await showSaved();
      onChanged();
    },
    onError: () => void showSaved(),
  });
  const undo = useAction({
    run: ({ _id: lectureId }: ManagedLecture) =>
      call('POST /courses/:courseId/lecture/:lectureId/restore', { params: { courseId, lectureId } }),
    messages: { loading: messages.authoring.restoring, error: messages.authoring.restoreFailed },
    onSuccess: async () => {
      setDeleted(undefined);
      await showSaved();
      onChanged();
    },
  });
  const hide = (): void => {
    setDeleted(undefined);
    onChanged();
  };
  return { deleted, deletion, undo, hide };
};
