import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import QuestionQueue from './question-queue.tsx';

/** The questions of the courses that a teacher or an assistant answers in. */
export function Component() {
  const { community } = useSite();
  const heading = <PageHeading>Questions</PageHeading>;
  if (community.questions) return <QuestionQueue heading={heading} />;
  return (
    <div className="page py-8">
      {heading}
      <EmptyState>Questions are switched off in this school.</EmptyState>
    </div>
  );
}
