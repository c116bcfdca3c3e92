import { useQuery } from '@tanstack/react-query';
import { Eye, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { managedCourseQuery } from '#web/api/course-queries.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { countOf, formatLength } from '#web/ui/text/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { LoadingNote, RowsSkeleton, Skeleton } from '#web/ui/page/skeletons.tsx';
import { pathTo } from '#web/app/paths.ts';
import { useCourseId } from '#web/app/session/guard.tsx';
import { CourseDetails } from './course-details.tsx';
import { COURSE_TABS, CourseTabs } from './course-tabs.tsx';
import { Curriculum } from '#web/features/classroom/curriculum/curriculum.tsx';
import { type ManagedCourseData, useCurriculum } from '#web/features/classroom/curriculum/use-curriculum.ts';
import { Publication } from './publication.tsx';
import { TeacherDetails } from './teacher-details.tsx';

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="page py-8 lg:py-10">
    <BackLink to={pathTo('adminCourses')} isQuiet>
      Courses
    </BackLink>
    <PageHeading>Edit course</PageHeading>
    {children}
  </div>
);

const EditorSkeleton = () => (
  <>
    <LoadingNote />
    <Skeleton className="mt-3 h-12 w-full" />
    <div className="mt-16">
      <RowsSkeleton />
    </div>
  </>
);

/** Which course it is, and what leads out of its editor. */
function CourseSummary({ course, lectures }: ManagedCourseData) {
  const { _id: courseId, title, thumbnail, isDraft, createdBy } = course;
  const durationMs = lectures.reduce((sum, lecture) => sum + (lecture.durationMs ?? 0), 0);
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-4">
      <div className="flex min-w-0 items-center gap-4 max-[18rem]:flex-wrap">
        <span className="w-20 shrink-0 overflow-hidden rounded-selector">
          <Cover title={title} src={thumbnail.secure_url} sizes="5rem" isEager />
        </span>
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{title}</p>
          <p className="meta num mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge isGood={!isDraft}>{isDraft ? 'Draft' : 'Published'}</Badge>
            {countOf(lectures.length, 'lecture')}
            {durationMs > 0 && `, ${formatLength(durationMs)}`}
            <bdi>{createdBy}</bdi>
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={pathTo('classroom', { course: courseId, drafts: 'true' })} tone="quiet">
          <Eye size={16} aria-hidden="true" />
          View as learner
        </LinkButton>
        <LinkButton to={pathTo('addLecture', { course: courseId })}>
          <Plus size={16} aria-hidden="true" />
          Add new Lecture
        </LinkButton>
      </div>
    </div>
  );
}

function CourseEditor(managed: ManagedCourseData) {
  const curriculum = useCurriculum(managed);
  const [search] = useSearchParams();
  const wanted = search.get('tab');
  const { name: tab } = COURSE_TABS.find(({ name }) => name === wanted) ?? COURSE_TABS[0];
  return (
    <>
      <CourseSummary {...managed} />
      <CourseTabs curriculum={curriculum} current={tab} />
      {tab === 'curriculum' && <Curriculum curriculum={curriculum} />}
      {tab === 'details' && (
        <>
          <CourseDetails course={managed.course} />
          <TeacherDetails name={managed.course.createdBy} />
        </>
      )}
      {tab === 'publish' && <Publication curriculum={curriculum} course={managed.course} />}
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
        notFound={{ action: <LinkButton to={pathTo('adminCourses')}>See all courses</LinkButton> }}
        messageClass="mt-6"
      >
        {(managed) => <CourseEditor key={managed.course._id} {...managed} />}
      </QueryBoundary>
    </Frame>
  );
}
