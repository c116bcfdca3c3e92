import { type ReactNode, useRef, useState } from 'react';
import type { ManagedLecture } from '#contract/authoring.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { UndoNotice } from '#web/components/undo-notice.tsx';
import { LectureManagerRow } from './lecture-manager-row.tsx';
import { useDrag } from './use-drag.ts';
import { useLectureOrder } from './use-lecture-order.ts';
import { useShowSavedCourse } from './use-show-saved-course.ts';

const { deleteLoading, deleteSuccess, deleteError } = messages.lectures;

/** Deletes without a question, because it can be restored for a day. */
const useDeletion = (courseId: string, onDeleted: () => void) => {
  const [deleted, setDeleted] = useState<ManagedLecture>();
  const showSaved = useShowSavedCourse(courseId);
  const deletion = useAction({
    run: ({ _id: lectureId }: ManagedLecture) =>
      call('DELETE /courses/:courseId/lecture/:lectureId', { params: { courseId, lectureId } }),
    sentences: { loading: deleteLoading, success: deleteSuccess, error: deleteError },
    onSuccess: async (_, lecture) => {
      setDeleted(lecture);
      await showSaved();
      onDeleted();
    },
    onError: () => void showSaved(),
  });
  const undo = useAction({
    run: ({ _id: lectureId }: ManagedLecture) =>
      call('POST /courses/:courseId/lecture/:lectureId/restore', { params: { courseId, lectureId } }),
    sentences: { loading: messages.authoring.restoring, error: messages.authoring.restoreFailed },
    onSuccess: async () => {
      setDeleted(undefined);
      await showSaved();
      onDeleted();
    },
  });
  return { deleted, deletion, undo };
};

interface LectureManagerProps {
  courseId: string;
  lectures: readonly ManagedLecture[];
  adding: ReactNode;
}

/** Orders, edits and deletes the lectures of a course. */
export function LectureManager({ courseId, lectures, adding }: LectureManagerProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { shown, move, announcement } = useLectureOrder(courseId, lectures);
  const { list, draggedId, handleProps } = useDrag(move);
  const { deleted, deletion, undo } = useDeletion(courseId, () => heading.current?.focus());
  const [openId, setOpenId] = useState<string>();
  return (
    <section aria-labelledby="lectures">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 ref={heading} id="lectures" tabIndex={-1} className="text-section outline-none">
          Lectures
        </h2>
        {adding}
      </div>
      <p id="how-to-order" className="meta mt-1">
        Drag a lecture by its handle, or move it with the arrow keys.
      </p>
      <output className="sr-only" aria-live="assertive">
        {announcement}
      </output>
      <div className="mt-4 space-y-4">
        {deleted && <UndoNotice title={deleted.title} isBusy={undo.isBusy} onUndo={() => void undo.start(deleted)} />}
        {shown.length === 0 ? (
          <EmptyState>This course has no lectures yet. Add the first one.</EmptyState>
        ) : (
          <ol ref={list} className="surface divide-y divide-line overflow-hidden">
            {shown.map((lecture, index) => (
              <LectureManagerRow
                key={lecture._id}
                courseId={courseId}
                lecture={lecture}
                place={{ index, count: shown.length }}
                isDragged={lecture._id === draggedId}
                isOpen={lecture._id === openId}
                isDeleting={deletion.isBusy}
                handle={handleProps(lecture._id)}
                onMove={(to) => move(lecture._id, to)}
                onToggle={() => setOpenId(lecture._id === openId ? undefined : lecture._id)}
                onDelete={() => void deletion.start(lecture)}
              />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
