import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Course } from '#contract/catalog.ts';
import type { Lecture } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { invalidateCourse } from '#web/api/course-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { formatLength } from '#web/components/format.ts';
import { LectureRow } from '#web/components/lecture-row.tsx';

interface LectureListProps {
  course: Course;
  lectures: readonly Lecture[];
  currentId: string;
  onSelect: (lecture: Lecture) => void;
  /** The actions of admins. */
  actions: ReactNode;
  isAdmin: boolean;
}

const { deleteLoading, deleteSuccess, deleteError } = messages.lectures;

const useDelete = (courseId: string) => {
  const queryClient = useQueryClient();
  const [toDelete, setToDelete] = useState<Lecture>();
  const action = useAction({
    run: (lecture: Lecture) =>
      call('DELETE /courses/:courseId/lecture/:lectureId', { params: { courseId, lectureId: lecture._id } }),
    sentences: { loading: deleteLoading, success: deleteSuccess, error: deleteError },
    onSuccess: async () => {
      setToDelete(undefined);
      await invalidateCourse(queryClient, courseId);
    },
    onError: () => {
      setToDelete(undefined);
      // Another admin may have deleted it already.
      void invalidateCourse(queryClient, courseId);
    },
  });
  return { toDelete, setToDelete, ...action };
};

const DeleteDialog = ({ toDelete, setToDelete, start, isBusy }: ReturnType<typeof useDelete>) => (
  <Dialog
    isOpen={toDelete !== undefined}
    onClose={() => !isBusy && setToDelete(undefined)}
    title="Delete this lecture?"
    actions={
      <>
        <Button tone="delete" size="large" isBusy={isBusy} onClick={() => toDelete && void start(toDelete)}>
          Delete lecture
        </Button>
        <Button tone="quiet" size="large" data-first isDisabled={isBusy} onClick={() => setToDelete(undefined)}>
          Keep lecture
        </Button>
      </>
    }
  >
    <p className="text-muted">
      <strong className="font-semibold text-base-content">{toDelete?.title}</strong> and its video will be removed for
      every learner. You can restore it for 24 hours.
    </p>
  </Dialog>
);

/** For admins: why a video is not ready. */
const stateOf = ({ state, progressPercent, failure }: Lecture): string => {
  if (state === 'processing') return `Processing${progressPercent === null ? '' : `, ${progressPercent}%`}`;
  if (state === 'needs_transcode') return 'Browsers cannot play this video';
  return failure ?? '';
};

export const LectureList = ({ course, lectures, currentId, onSelect, actions, isAdmin }: LectureListProps) => {
  const deletion = useDelete(course._id);
  return (
    <section
      aria-labelledby="lecture-list"
      className="surface flex flex-col overflow-hidden lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)]"
    >
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-3">
        <h2 id="lecture-list" className="text-title">
          Lectures
        </h2>
        {course.totalDurationMs > 0 && <span className="meta num">{formatLength(course.totalDurationMs)}</span>}
      </div>
      <ol className="min-h-0 text-sm divide-y divide-line overflow-y-auto">
        {lectures.map((lecture, index) => (
          <li key={lecture._id} className={lecture._id === currentId ? 'nav-current' : undefined}>
            <LectureRow
              number={index + 1}
              title={lecture.title}
              durationMs={lecture.durationMs}
              state={lecture.progress?.isDone ? 'watched' : 'open'}
              isCurrent={lecture._id === currentId}
              onSelect={() => onSelect(lecture)}
            />
            {isAdmin && (
              <div className="flex items-center justify-end gap-3 px-2 pb-2">
                <span className="meta min-w-0 flex-1 ps-13">
                  {[lecture.isDraft ? 'Draft' : '', stateOf(lecture)].filter(Boolean).join(' · ')}
                </span>
                <Button tone="ghost" size="small" className="text-error" onClick={() => deletion.setToDelete(lecture)}>
                  <Trash2 size={16} aria-hidden="true" />
                  Delete Lecture
                  <span className="sr-only">: {lecture.title}</span>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {actions && <div className="grid border-t border-line p-4">{actions}</div>}
      <DeleteDialog {...deletion} />
    </section>
  );
};
