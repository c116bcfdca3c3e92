import { Trans } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { pathTo } from '#web/app/path-to.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { GradingQueue } from './grading-queue.tsx';
import { QuestionQueue } from './question-queue.tsx';

/** The questions of the courses that a teacher or an assistant answers in, and the answers that they grade. */
export function Component() {
  const { community } = useSite();
  const [address] = useSearchParams();
  const heading = (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <PageHeading>
        <Trans>Questions</Trans>
      </PageHeading>
      <Link to={pathTo('teachWeek')} className="inline-flex min-h-11 items-center text-sm underline underline-offset-4">
        <Trans>Replayed parts</Trans>
      </Link>
    </div>
  );
  if (address.get('state') === 'grade' || !community.questions)
    return <GradingQueue heading={heading} hasQuestions={community.questions} />;
  return <QuestionQueue heading={heading} />;
}
