import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Play } from 'lucide-react';
import { courseDescriptionQuery } from '#web/api/course-queries.ts';
import { LinkButton } from '#web/components/button.tsx';
import { pathTo } from '#web/paths.ts';
import { useWantedCourse } from '#web/session/guard.tsx';
import { Outcome } from './outcome.tsx';

/** Straight into the course that the buyer came for. */
function WatchCourse({ courseId }: { courseId: string }) {
  const { data } = useQuery(courseDescriptionQuery(courseId));
  return (
    <>
      {data && <p className="mb-4">Next: {data.course.title}</p>}
      <LinkButton to={pathTo('classroom', { course: courseId })} size="large">
        <Play size={16} aria-hidden="true" />
        Start watching
      </LinkButton>
    </>
  );
}

export function Component() {
  const courseId = useWantedCourse();
  return (
    <Outcome
      icon={<CircleCheck size={64} className="text-success" aria-hidden="true" />}
      heading="Payment Successfull"
      action={
        <div className="flex flex-col items-center gap-3">
          {courseId === undefined ? null : <WatchCourse courseId={courseId} />}
          <LinkButton to={pathTo('home')} size="large" tone={courseId === undefined ? 'primary' : 'quiet'}>
            Go to home
          </LinkButton>
        </div>
      }
    >
      <p>Welcome to the pro bundle</p>
    </Outcome>
  );
}
