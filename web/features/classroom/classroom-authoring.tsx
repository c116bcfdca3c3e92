import { Trans } from '@lingui/react/macro';
import { Pencil, Plus } from 'lucide-react';
import type { Course } from '#contract/catalog/catalog.ts';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';

const AddLecture = ({ courseId }: { courseId: string }) => (
  <LinkButton to={useCoursePages().addLecture({ course: courseId })} tone="quiet">
    <Plus size={16} aria-hidden="true" />
    <Trans>Add new Lecture</Trans>
  </LinkButton>
);

/** What the authors of a course do from its classroom. */
export const Authoring = ({ courseId }: { courseId: string }) => (
  <div className="grid gap-2">
    <AddLecture courseId={courseId} />
    <LinkButton to={useCoursePages().edit({ course: courseId })} tone="ghost">
      <Pencil size={16} aria-hidden="true" />
      <Trans>Edit course</Trans>
    </LinkButton>
  </div>
);

export const NoLectures = ({ course, isAuthor }: { course: Course; isAuthor: boolean }) => (
  <EmptyState
    action={
      isAuthor ? (
        <AddLecture courseId={course._id} />
      ) : (
        <LinkButton to={pathTo('courses')}>
          <Trans>See all courses</Trans>
        </LinkButton>
      )
    }
  >
    <Trans>This course has no lectures yet.</Trans>
  </EmptyState>
);
