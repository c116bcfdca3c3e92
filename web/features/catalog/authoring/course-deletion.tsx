import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Course } from '#contract/catalog/catalog.ts';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import type { TableControl } from '#web/ui/table/use-table.ts';
import { UndoNotice } from '#web/ui/toasts/undo-notice.tsx';

type Deletable = Pick<Course, '_id' | 'title' | 'numberOfLectures'>;

interface CourseTable {
  /** The courses of this page. */
  shown: readonly unknown[] | undefined;
  control: TableControl;
}

/** Deletes a course of a table after a dialog, and restores it. The focus then goes to `returnFocus`. */
export function useCourseDeletion(returnFocus: () => void, { shown, control }: CourseTable) {
  const [asked, ask] = useState<Deletable>();
  const [deleted, setDeleted] = useState<Deletable>();
  const queryClient = useQueryClient();
  const deletion = useAction({
    run: (course: Deletable) => call('DELETE /courses/:courseId', { params: { courseId: course._id } }),
    messages: messages.courseDelete,
    onSuccess: async (_, course) => {
      setDeleted(course);
      queryClient.removeQueries({ queryKey: ['courses', course._id] });
      queryClient.removeQueries({ queryKey: ['progress'] });
      if (shown?.length === 1 && control.page > 1) control.goToPage(control.page - 1);
      await invalidate(queryClient, ['course-lists']);
      returnFocus();
    },
    onError: returnFocus,
  });
  const undo = useAction({
    run: ({ _id: courseId }: Deletable) => call('POST /courses/:courseId/restore', { params: { courseId } }),
    messages: { loading: messages.authoring.restoring, error: messages.authoring.restoreFailed },
    onSuccess: async () => {
      setDeleted(undefined);
      await invalidate(queryClient, ['course-lists']);
      returnFocus();
    },
  });
  return {
    isDeleting: deletion.isBusy,
    ask,
    /** Above the list: the courses deleted last. */
    notice: deleted && (
      <div className="pb-4">
        <UndoNotice title={deleted.title} isBusy={undo.isBusy} onUndo={() => void undo.start(deleted)} />
      </div>
    ),
    dialog: (
      <DeleteDialog
        course={asked}
        onClose={() => ask(undefined)}
        onDelete={(course) => {
          ask(undefined);
          void deletion.start(course);
        }}
      />
    ),
  };
}

interface DeleteDialogProps {
  course: Deletable | undefined;
  onClose: () => void;
  onDelete: (course: Deletable) => void;
}

function DeleteDialog({ course, onClose, onDelete }: DeleteDialogProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      isOpen={course !== undefined}
      title={messages.courseDelete.question}
      confirmLabel={t`Delete course`}
      cancelLabel={t`Keep course`}
      onConfirm={() => course && onDelete(course)}
      onClose={onClose}
    >
      {course && (
        <>
          {course.numberOfLectures > 0 ? (
            <Trans>
              <strong className="font-semibold text-base-content">{course.title}</strong> and its{' '}
              <Plural value={course.numberOfLectures} one="# lecture" other="# lectures" /> will be removed for every
              learner, except those who bought it alone. You can restore it for 24 hours.
            </Trans>
          ) : (
            <Trans>
              <strong className="font-semibold text-base-content">{course.title}</strong> will be removed for every
              learner, except those who bought it alone. You can restore it for 24 hours.
            </Trans>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
