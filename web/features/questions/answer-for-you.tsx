import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { ownNoticesQuery } from '#web/features/notices/own-notices-query.ts';

/** As many as the bell shows. */
const NOTICES = 5;

/** The newest answer to a question that was not read yet. */
export default function AnswerForYou() {
  const { data } = useQuery(ownNoticesQuery({ limit: NOTICES }));
  const answers = data?.notices.filter(({ kind, isRead }) => kind === 'answer' && !isRead) ?? [];
  const [newest] = answers;
  if (newest?.kind !== 'answer') return null;
  const { byName, text, lectureTitle, path } = newest;
  const isOne = answers.length === 1;
  return (
    <section aria-labelledby="answer-for-you" className="mt-12 lg:mt-16">
      <h2 id="answer-for-you" className="mb-5 text-section">
        {isOne ? <Trans>An answer for you</Trans> : <Trans>{{ count: answers.length }} answers for you</Trans>}
      </h2>
      <div className="surface p-5 sm:p-6">
        <p className="meta wrap-anywhere">
          {byName} · {lectureTitle}
        </p>
        <p className="mt-1 line-clamp-3 wrap-anywhere" dir="auto">
          {text}
        </p>
        <LinkButton to={isOne ? path : pathTo('notices')} tone="quiet" className="mt-4 max-sm:w-full">
          {isOne ? <Trans>Open the answer</Trans> : <Trans>Open the answers</Trans>}
        </LinkButton>
      </div>
    </section>
  );
}
