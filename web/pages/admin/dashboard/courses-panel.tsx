import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Course } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { courseListQuery } from '#web/api/course-queries.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { useAction } from '#web/api/use-action.ts';
import { useLoadToasts } from '#web/api/use-load-toasts.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { countOf } from '#web/components/format.ts';
import { Table } from '#web/components/table/table.tsx';
import { useTable } from '#web/components/table/use-table.ts';
import { UndoNotice } from '#web/components/undo-notice.tsx';
import { pathTo } from '#web/paths.ts';
import { courseColumns } from './courses-overview.tsx';

/** Deletes a course after it was confirmed, and restores it. The focus then goes to `returnFocus`. */
function useCourseDeletion(returnFocus: () => void, onDeleted: () => void) {
  const [deleted, setDeleted] = useState<Course>();
  const queryClient = useQueryClient();
  const deletion = useAction({
    run: (course: Course) => call('DELETE /courses/:courseId', { params: { courseId: course._id } }),
    sentences: messages.courseDelete,
    onSuccess: async (_, course) => {
      setDeleted(course);
      queryClient.removeQueries({ queryKey: queryKeys.course(course._id) });
      queryClient.removeQueries({ queryKey: queryKeys.progress });
      onDeleted();
      await queryClient.invalidateQueries({ queryKey: queryKeys.courseLists });
      returnFocus();
    },
    onError: returnFocus,
  });
  const undo = useAction({
    run: ({ _id: courseId }: Course) => call('POST /courses/:courseId/restore', { params: { courseId } }),
    sentences: { loading: messages.authoring.restoring, error: messages.authoring.restoreFailed },
    onSuccess: async () => {
      setDeleted(undefined);
      await queryClient.invalidateQueries({ queryKey: queryKeys.courseLists });
      returnFocus();
    },
  });
  return { deleted, deletion, undo };
}

export function CoursesPanel() {
  const control = useTable();
  const [toDelete, setToDelete] = useState<Course>();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useQuery(
    courseListQuery({ limit: control.pageSize, offset: control.offset, search: control.search || undefined }),
  );
  useLoadToasts(list, messages.courses);
  const { deleted, deletion, undo } = useCourseDeletion(
    () => heading.current?.focus(),
    () => {
      if (list.data?.courses.length === 1 && control.page > 1) control.goToPage(control.page - 1);
    },
  );
  return (
    <section aria-labelledby="courses-overview" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} id="courses-overview" className="text-title outline-none">
          Courses overview
        </h2>
        <Link to={pathTo('recentlyDeleted')} className="inline-flex min-h-9 items-center text-sm hover:underline">
          Recently deleted
        </Link>
      </div>
      {deleted && (
        <div className="pb-4">
          <UndoNotice title={deleted.title} isBusy={undo.isBusy} onUndo={() => void undo.start(deleted)} />
        </div>
      )}
      <Table
        label="Courses overview"
        control={control}
        query={list}
        pageOf={({ courses, total }) => ({ rows: courses, total })}
        columns={courseColumns(deletion.isBusy, setToDelete)}
        keyOf={({ _id }) => _id}
        openAt={({ _id }) => pathTo('editCourse', { course: _id })}
        failure={messages.courses.error}
        searchLabel="Search title, instructor, category"
        empty={
          <EmptyState action={<LinkButton to={pathTo('createCourse')}>Create the first course</LinkButton>}>
            There are no courses yet.
          </EmptyState>
        }
      />
      <DeleteDialog
        course={toDelete}
        onClose={() => setToDelete(undefined)}
        onDelete={(course) => {
          setToDelete(undefined);
          void deletion.start(course);
        }}
      />
    </section>
  );
}

interface DeleteDialogProps {
  course: Course | undefined;
  onClose: () => void;
  onDelete: (course: Course) => void;
}

function DeleteDialog({ course, onClose, onDelete }: DeleteDialogProps) {
  return (
    <Dialog
      isOpen={course !== undefined}
      onClose={onClose}
      title={messages.courseDelete.question}
      actions={
        <>
          <Button tone="delete" size="large" onClick={() => course && onDelete(course)}>
            Delete course
          </Button>
          <Button tone="quiet" size="large" data-first="" onClick={onClose}>
            Keep course
          </Button>
        </>
      }
    >
      {course && (
        <p className="text-muted">
          <strong className="font-semibold text-base-content">{course.title}</strong>{' '}
          {course.numberOfLectures > 0 && `and its ${countOf(course.numberOfLectures, 'lecture')} `}
          will be removed for every learner. You can restore it for 24 hours.
        </p>
      )}
    </Dialog>
  );
}
