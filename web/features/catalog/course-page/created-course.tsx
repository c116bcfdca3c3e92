import { useLocation } from 'react-router';
import { LinkButton } from '#web/ui/button.tsx';
import { pathTo } from '#web/app/paths.ts';

interface Created {
  courseId: string;
  title: string;
}

const isCreated = (value: unknown): value is Created =>
  typeof value === 'object' &&
  value !== null &&
  'courseId' in value &&
  typeof value.courseId === 'string' &&
  'title' in value &&
  typeof value.title === 'string';

/** After a course was created: the way to its curriculum. It stays with this entry of the history. */
export function CreatedCourse() {
  const state: unknown = useLocation().state;
  const created = typeof state === 'object' && state !== null && 'created' in state ? state.created : undefined;
  if (!isCreated(created)) return null;
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-box border border-line bg-base-100 px-4 py-3">
      <p className="min-w-0">
        “<bdi>{created.title}</bdi>” is published. It has no lectures yet.
      </p>
      <LinkButton to={pathTo('editCourse', { course: created.courseId })}>Build the curriculum</LinkButton>
    </div>
  );
}
