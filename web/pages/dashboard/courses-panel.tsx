import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Course } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { courseListQuery } from '#web/api/queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { useLoadToasts } from '#web/api/use-load-toasts.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { countOf } from '#web/components/format.ts';
import { Pager } from '#web/components/pager.tsx';
import { RowsSkeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
import { UndoNotice } from '#web/components/undo-notice.tsx';
import { useMedia } from '#web/components/use-media.ts';
import { CoursesList, CoursesTable } from '#web/pages/dashboard/courses-overview.tsx';

const PAGE_SIZE = 50;

/** Every course, with what an ADMIN does with one: see it, or delete it after a question. */
export function CoursesPanel() {
  const [offset, setOffset] = useState(0);
  const [asked, setAsked] = useState<Course>();
  const [deleted, setDeleted] = useState<Course>();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useQuery(courseListQuery({ limit: PAGE_SIZE, offset }));
  useLoadToasts(list, messages.courses);
  const queryClient = useQueryClient();
  const deletion = useAction({
    run: (course: Course) => call('DELETE /courses/:courseId', { params: { courseId: course._id } }),
    sentences: messages.courseDelete,
    onSuccess: async (_, course) => {
      setDeleted(course);
      if (list.data?.courses.length === 1) setOffset(Math.max(0, offset - PAGE_SIZE));
      await queryClient.invalidateQueries({ queryKey: ['courses'] });
      heading.current?.focus();
    },
    onError: () => heading.current?.focus(),
  });
  const undo = useAction({
    run: ({ _id: courseId }: Course) => call('POST /courses/:courseId/restore', { params: { courseId } }),
    sentences: { loading: messages.authoring.restoring, error: messages.authoring.restoreFailed },
    onSuccess: async () => {
      setDeleted(undefined);
      await queryClient.invalidateQueries({ queryKey: ['courses'] });
      heading.current?.focus();
    },
  });
  return (
    <section aria-labelledby="courses-overview" className="surface mt-5 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-5 sm:px-6 sm:pt-6">
        <h2 ref={heading} tabIndex={-1} id="courses-overview" className="text-title outline-none">
          Courses overview
        </h2>
        <Link to="/admin/deleted" className="inline-flex min-h-9 items-center text-sm hover:underline">
          Recently deleted
        </Link>
      </div>
      {deleted && (
        <div className="px-5 pt-4 sm:px-6">
          <UndoNotice title={deleted.title} isBusy={undo.isBusy} onUndo={() => void undo.start(deleted)} />
        </div>
      )}
      <Courses {...{ list, offset }} isDeleting={deletion.isBusy} onDelete={setAsked} onPage={setOffset} />
      <DeleteDialog
        course={asked}
        onClose={() => setAsked(undefined)}
        onDelete={(course) => {
          setAsked(undefined);
          void deletion.start(course);
        }}
      />
    </section>
  );
}

interface CoursesProps {
  list: ReturnType<typeof useQuery<Awaited<ReturnType<typeof call<'GET /courses'>>>>>;
  offset: number;
  isDeleting: boolean;
  onDelete: (course: Course) => void;
  onPage: (offset: number) => void;
}

function Courses({ list, offset, isDeleting, onDelete, onPage }: CoursesProps) {
  const isWide = useMedia('(width >= 48rem)');
  if (!list.data) {
    return (
      <div className="p-5 *:border-0 *:p-0 sm:p-6">
        {list.isError ? (
          <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
            {sentenceOf(list.error, messages.courses.error)}
          </ErrorState>
        ) : (
          <RowsSkeleton />
        )}
      </div>
    );
  }
  const { courses, total } = list.data;
  if (total === 0) {
    return (
      <EmptyState action={<LinkButton to="/course/create">Create the first course</LinkButton>}>
        There are no courses yet.
      </EmptyState>
    );
  }
  const Rows = isWide ? CoursesTable : CoursesList;
  return (
    <>
      <Rows courses={courses} offset={offset} isDeleting={isDeleting} onDelete={onDelete} />
      <Pager label="Pages of courses" pageSize={PAGE_SIZE} {...{ offset, total, onPage }} shown={courses.length} />
    </>
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
          will be removed for every learner. It can come back for 24 hours.
        </p>
      )}
    </Dialog>
  );
}
