import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Eye, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { managedCourseQuery } from '#web/api/authoring-queries.ts';
import { Badge } from '#web/components/badge.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { LoadingNote, RowsSkeleton, Skeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
import { CourseForm } from '#web/pages/authoring/course-form.tsx';
import { LectureManager } from '#web/pages/authoring/lecture-manager.tsx';
import { Publication } from '#web/pages/authoring/publication.tsx';
import { useCourseId } from '#web/session/guard.tsx';

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="page max-w-4xl py-8 lg:py-10">
    <Link to="/admin/dashboard" className="inline-flex min-h-9 items-center gap-2 text-sm text-muted hover:underline">
      <ArrowLeft size={16} aria-hidden="true" />
      Admin Dashboard
    </Link>
    <PageHeading>Edit course</PageHeading>
    {children}
  </div>
);

const Waiting = () => (
  <Frame>
    <LoadingNote />
    <Skeleton className="mt-6 h-80 w-full" />
    <div className="mt-8">
      <RowsSkeleton />
    </div>
  </Frame>
);

/** A course and its lectures, to be changed; drafts too. */
export function Component() {
  const courseId = useCourseId();
  const query = useQuery(managedCourseQuery(courseId));
  if (query.isPending) return <Waiting />;
  if (!query.data) {
    const sentence = sentenceOf(query.error, messages.courses.broken);
    const isGone = query.error instanceof ApiError && query.error.status === 404;
    return (
      <Frame>
        <div className="mt-6">
          {isGone ? (
            <EmptyState action={<LinkButton to="/admin/dashboard">See all courses</LinkButton>}>{sentence}</EmptyState>
          ) : (
            <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
              {sentence}
            </ErrorState>
          )}
        </div>
      </Frame>
    );
  }
  const { course, lectures } = query.data;
  return (
    <Frame>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-4">
        <p className="flex min-w-0 flex-wrap items-center gap-3 text-muted wrap-anywhere">
          {course.title}
          {course.isDraft && <Badge>Draft</Badge>}
        </p>
        <LinkButton to={`/course/displaylectures?course=${courseId}&drafts=true`} tone="quiet">
          <Eye size={16} aria-hidden="true" />
          View as a learner
        </LinkButton>
      </div>
      <div className="mt-6 space-y-8">
        <Publication course={course} />
        <CourseForm key={course._id} course={course} />
        <LectureManager
          courseId={courseId}
          lectures={lectures}
          adding={
            <LinkButton to={`/course/addlecture?course=${courseId}`}>
              <Plus size={16} aria-hidden="true" />
              Add new Lecture
            </LinkButton>
          }
        />
      </div>
    </Frame>
  );
}
