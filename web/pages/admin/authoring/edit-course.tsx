import { useQuery } from '@tanstack/react-query';
import { Eye, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ManagedCourse } from '#contract/authoring.ts';
import { CourseFields } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { managedCourseQuery } from '#web/api/course-queries.ts';
import { BackLink } from '#web/components/back-link.tsx';
import { Badge } from '#web/components/badge.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryBoundary } from '#web/components/query-boundary.tsx';
import { LoadingNote, RowsSkeleton, Skeleton } from '#web/components/skeletons.tsx';
import { pathTo } from '#web/paths.ts';
import { useCourseId } from '#web/session/guard.tsx';
import { CourseForm, type CourseInput } from './course-form.tsx';
import { LectureManager } from './lecture-manager.tsx';
import { Publication } from './publication.tsx';
import { useShowSavedCourse } from './use-show-saved-course.ts';

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="page max-w-4xl py-8 lg:py-10">
    <BackLink to={pathTo('dashboard')} isQuiet>
      Admin Dashboard
    </BackLink>
    <PageHeading>Edit course</PageHeading>
    {children}
  </div>
);

const EditorSkeleton = () => (
  <>
    <LoadingNote />
    <Skeleton className="mt-6 h-80 w-full" />
    <div className="mt-8">
      <RowsSkeleton />
    </div>
  </>
);

const AddLecture = ({ courseId }: { courseId: string }) => (
  <LinkButton to={pathTo('addLecture', { course: courseId })}>
    <Plus size={16} aria-hidden="true" />
    Add new Lecture
  </LinkButton>
);

const sentences = { loading: messages.authoring.courseSaving, error: messages.authoring.courseFailed };

function AboutCourse({ course }: { course: ManagedCourse }) {
  const params = { courseId: course._id };
  const showSaved = useShowSavedCourse(course._id);
  const save = (input: CourseInput) =>
    call('PUT /courses/:courseId', {
      params,
      fields: CourseFields.parse(input),
      files: { thumbnail: input.thumbnail },
    });
  return (
    <section aria-labelledby="course-fields" className="surface p-5 sm:p-6">
      <h2 id="course-fields" className="mb-5 text-title">
        About the course
      </h2>
      <CourseForm course={course} sentences={sentences} save={save} onSaved={() => showSaved()}>
        {(isBusy) => (
          <Button type="submit" isBusy={isBusy} busyText="Saving">
            Save course
          </Button>
        )}
      </CourseForm>
    </section>
  );
}

function CourseEditor({ course, lectures }: ResponseOf<'GET /courses/:courseId/manage'>) {
  const { _id: courseId } = course;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-4">
        <p className="flex min-w-0 flex-wrap items-center gap-3 text-muted wrap-anywhere">
          {course.title}
          {course.isDraft && <Badge>Draft</Badge>}
        </p>
        <LinkButton to={pathTo('classroom', { course: courseId, drafts: 'true' })} tone="quiet">
          <Eye size={16} aria-hidden="true" />
          View as learner
        </LinkButton>
      </div>
      <div className="mt-6 space-y-8">
        <Publication course={course} />
        <AboutCourse key={course._id} course={course} />
        <LectureManager courseId={courseId} lectures={lectures} adding={<AddLecture courseId={courseId} />} />
      </div>
    </>
  );
}

/** Edits a course and its lectures, drafts too. */
export function Component() {
  const query = useQuery(managedCourseQuery(useCourseId()));
  return (
    <Frame>
      <QueryBoundary
        query={query}
        skeleton={<EditorSkeleton />}
        failure={messages.courses.broken}
        notFound={{ action: <LinkButton to={pathTo('dashboard')}>See all courses</LinkButton> }}
        messageClass="mt-6"
      >
        {(managed) => <CourseEditor {...managed} />}
      </QueryBoundary>
    </Frame>
  );
}
