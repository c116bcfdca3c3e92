import { Link } from 'react-router';
import { pathTo } from '#web/app/path-to.ts';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { QuestionQueue } from './question-queue.tsx';

/** The questions of the courses that a teacher or an assistant answers in. */
export function Component() {
  const { community } = useSite();
  const heading = (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <PageHeading>Questions</PageHeading>
      <Link to={pathTo('teachWeek')} className="inline-flex min-h-11 items-center text-sm underline underline-offset-4">
        Where they went back
      </Link>
    </div>
  );
  if (community.questions) return <QuestionQueue heading={heading} />;
  return (
    <div className="page py-8">
      {heading}
      <EmptyState>Questions are switched off in this school.</EmptyState>
    </div>
  );
}
