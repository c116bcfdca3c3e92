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

const WEEKS = [
  ['this', 'This week'],
  ['last', 'Last week'],
] as const;

/** The week of a teacher: where people went back in the lectures, and asked. */
export function Component() {
  const [week, setWeek] = useState<(typeof WEEKS)[number][0]>('this');
  const query = useQuery(rewindsQuery(week));
  return (
    <div className="page py-8">
      <BackLink to={pathTo('teachQuestions')} isQuiet>
        Questions
      </BackLink>
      <PageHeading>Replayed parts</PageHeading>
      <fieldset aria-label="Week" className="mt-4 mb-6 flex gap-2">
        {WEEKS.map(([value, label]) => (
          <button
            key={value}
            type="button"
            className={`btn ${value === week ? 'btn-primary' : 'btn-quiet'} rounded-full`}
            aria-pressed={value === week}
            onClick={() => setWeek(value)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <QueryBoundary query={query} skeleton={<RowsSkeleton />} failure={messages.lectures.broken}>
        {({ lectures }) =>
          lectures.length === 0 ? (
            <EmptyState>No replays {week} week.</EmptyState>
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
