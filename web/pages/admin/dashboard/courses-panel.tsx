import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Course } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { courseListQuery } from '#web/api/course-queries.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { useAction } from '#web/api/use-action.ts';
import { useLoadToasts } from '#web/api/use-load-toasts.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { countOf } from '#web/components/format.ts';
import { Pager } from '#web/components/pager.tsx';
import { QueryBoundary } from '#web/components/query-boundary.tsx';
import { RowsSkeleton } from '#web/components/skeletons.tsx';
import { UndoNotice } from '#web/components/undo-notice.tsx';
import { useMedia } from '#web/components/use-media.ts';
import { pathTo } from '#web/paths.ts';
import { CoursesList, CoursesTable } from './courses-overview.tsx';

const PAGE_SIZE = 50;

export function CoursesPanel() {
  const [offset, setOffset] = useState(0);
  const [toDelete, setToDelete] = useState<Course>();
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
      queryClient.removeQueries({ queryKey: queryKeys.course(course._id) });
      queryClient.removeQueries({ queryKey: queryKeys.progress });
      if (list.data?.courses.length === 1) setOffset(Math.max(0, offset - PAGE_SIZE));
      await queryClient.invalidateQueries({ queryKey: queryKeys.courseLists });
      heading.current?.focus();
    },
    onError: () => heading.current?.focus(),
  });
  const undo = useAction({
    run: ({ _id: courseId }: Course) => call('POST /courses/:courseId/restore', { params: { courseId } }),
    sentences: { loading: messages.authoring.restoring, error: messages.authoring.restoreFailed },
    onSuccess: async () => {
      setDeleted(undefined);
      await queryClient.invalidateQueries({ queryKey: queryKeys.courseLists });
      heading.current?.focus();
    },
  });
  return (
    <section aria-labelledby="courses-overview" className="surface mt-5 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-5 sm:px-6 sm:pt-6">
        <h2 ref={heading} tabIndex={-1} id="courses-overview" className="text-title outline-none">
          Courses overview
        </h2>
        <Link to={pathTo('recentlyDeleted')} className="inline-flex min-h-9 items-center text-sm hover:underline">
          Recently deleted
        </Link>
      </div>
      {deleted && (
        <div className="px-5 pt-4 sm:px-6">
          <UndoNotice title={deleted.title} isBusy={undo.isBusy} onUndo={() => void undo.start(deleted)} />
        </div>
      )}
      <Courses {...{ list, offset }} isDeleting={deletion.isBusy} onDelete={setToDelete} onPage={setOffset} />
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

interface CoursesProps {
  list: UseQueryResult<ResponseOf<'GET /courses'>>;
  offset: number;
  isDeleting: boolean;
  onDelete: (course: Course) => void;
  onPage: (offset: number) => void;
}

function Courses({ list, offset, isDeleting, onDelete, onPage }: CoursesProps) {
  const isWide = useMedia('(width >= 48rem)');
  const Rows = isWide ? CoursesTable : CoursesList;
  return (
    <QueryBoundary
      query={list}
      skeleton={
        <div className="p-5 *:border-0 *:p-0 sm:p-6">
          <RowsSkeleton />
        </div>
      }
      failure={messages.courses.error}
      messageClass="p-5 sm:p-6"
      isInPanel
    >
      {({ courses, total }) =>
        total === 0 ? (
          <EmptyState action={<LinkButton to={pathTo('createCourse')}>Create the first course</LinkButton>}>
            There are no courses yet.
          </EmptyState>
        ) : (
          <>
            <Rows courses={courses} offset={offset} isDeleting={isDeleting} onDelete={onDelete} />
            <Pager
              label="Pages of courses"
              pageSize={PAGE_SIZE}
              {...{ offset, total, onPage }}
              shown={courses.length}
            />
          </>
        )
      }
    </QueryBoundary>
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
