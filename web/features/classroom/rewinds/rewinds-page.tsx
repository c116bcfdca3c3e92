import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { rewindsQuery } from '#web/api/question-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { EmptyState, QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { FailedQuestions } from './failed-questions.tsx';
import { RewoundLecture } from './rewound-lecture.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

const WEEKS = [
  ['this', msg`This week`],
  ['last', msg`Last week`],
] as const;

/** The week of a teacher: where people went back in the lectures, and asked. */
export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const [week, setWeek] = useState<(typeof WEEKS)[number][0]>('this');
  const query = useQuery(rewindsQuery(week));
  return (
    <div className="page py-8">
      <BackLink to={pathTo('teachQuestions')} isQuiet>
        <Trans>Questions</Trans>
      </BackLink>
      <PageHeading>
        <Trans>Replayed parts</Trans>
      </PageHeading>
      <fieldset aria-label={t`Week`} className="mt-4 mb-6 flex gap-2">
        {WEEKS.map(([value, label]) => (
          <button
            key={value}
            type="button"
            className={`btn ${value === week ? 'btn-primary' : 'btn-quiet'} rounded-full`}
            aria-pressed={value === week}
            onClick={() => setWeek(value)}
          >
            {language._(label)}
          </button>
        ))}
      </fieldset>
      <QueryBoundary query={query} skeleton={<RowsSkeleton />} failure={messages.lectures.broken}>
        {({ lectures }) =>
          lectures.length === 0 ? (
            <EmptyState>{week === 'this' ? t`No replays this week.` : t`No replays last week.`}</EmptyState>
          ) : (
            <div className="grid items-start gap-5 lg:grid-cols-2">
              {lectures.map((rewound) => (
                <RewoundLecture key={rewound.lecture._id} rewound={rewound} />
              ))}
            </div>
          )
        }
      </QueryBoundary>
      <FailedQuestions week={week} />
    </div>
  );
}
