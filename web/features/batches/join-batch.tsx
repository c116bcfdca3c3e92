import { type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { formatCalendarDay } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { UseLink } from '#web/app/session/use-link.tsx';
import { refreshUser } from '#web/app/session/use-session.ts';
import { Outcome } from '#web/features/billing/checkout/outcome.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Said, useLanguage, useLocale } from '#web/ui/language/language.tsx';
import { PageSkeleton } from '#web/ui/page/query-boundary.tsx';
import { daysOf, lateWords, patternOf, placesWords, weekdayAndDay } from './batch-words.ts';

type Offered = ResponseOf<'GET /batches/join/:token'>;

const problems: Record<NonNullable<Offered['problem']>, MessageDescriptor | string> = {
  over: messages.batches.codes.over,
  used_up: messages.batches.codes.usedUp,
  full: msg`This batch is full`,
  closed: msg`Nobody can join this batch any more`,
};

const icon = <Users size={64} className="text-primary" aria-hidden="true" />;

const ToCourse = ({ course, children }: { course: Offered['course']; children: ReactNode }) => (
  <LinkButton to={pathTo('course', { course: course._id })} size="large">
    {children}
  </LinkButton>
);

/** The page of the link of a batch. */
export function Component() {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const { token: code = '' } = useParams();
  const query = useQuery(
    endpointQuery('batches', 'GET /batches/join/:token', { params: { token: code }, staleTime: 0, gcTime: 0 }),
  );
  if (query.isPending) return <PageSkeleton />;
  if (query.isError)
    return (
      <Outcome
        icon={icon}
        heading={t`Batch`}
        action={
          <LinkButton to={pathTo('courses')} size="large">
            <Trans>See all courses</Trans>
          </LinkButton>
        }
      >
        <p>
          <Said>{errorMessage(query.error, t`The batch could not be loaded`)}</Said>
        </p>
      </Outcome>
    );
  const { course, problem, isMember } = query.data;
  if (isMember) return <Joined offered={query.data} />;
  return (
    <Outcome
      icon={icon}
      heading={course.title}
      action={
        problem === null ? (
          <Join offered={query.data} code={code} />
        ) : (
          <ToCourse course={course}>
            <Trans>See the course</Trans>
          </ToCourse>
        )
      }
    >
      <Facts offered={query.data} />
      {problem !== null && <output className="mt-4 block font-semibold">{_(problems[problem])}</output>}
    </Outcome>
  );
}

function Facts({ offered: { batch, opensUntil } }: { offered: Offered }): ReactNode {
  const language = useLanguage();
  const [pattern, late, places] = [
    patternOf(batch, language),
    lateWords(batch, language),
    placesWords(batch, language),
  ];
  return (
    <>
      <p className="font-semibold text-base-content">{batch.name}</p>
      <p>{daysOf(batch, language)}</p>
      {[pattern, late, places].map((fact) => fact !== undefined && <p key={fact}>{fact}</p>)}
      {opensUntil !== null && (
        <p>
          <Trans>It opens the course for you until {{ day: formatCalendarDay(opensUntil, language.locale) }}.</Trans>
        </p>
      )}
    </>
  );
}

function Joined({ offered: { batch, course } }: { offered: Offered }) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <Outcome
      icon={<CircleCheck size={64} className="text-success" aria-hidden="true" />}
      heading={t`You are in ${{ batch: batch.name }}`}
      action={
        <LinkButton to={pathTo('classroom', { course: course._id })} size="large">
          <Trans>Go to the lectures</Trans>
        </LinkButton>
      }
    >
      <p>
        {batch.state === 'coming' ? (
          <Trans>
            {{ course: course.title }} begins on {{ day: weekdayAndDay(batch.startsOn, locale) }}.
          </Trans>
        ) : (
          <Trans>{{ course: course.title }} is open to you.</Trans>
        )}
      </p>
    </Outcome>
  );
}

/** Visitors sign up or log in first, and have joined when they return. */
function Join({ offered: { batch, course, opensUntil }, code }: { offered: Offered; code: string }) {
  const { t } = useLingui();
  const { start, isBusy } = useAction({
    run: () => call('POST /batches/join/:token', { params: { token: code } }),
    messages: { success: messages.batches.joined, error: t`You have not joined. Please try again.` },
    onSuccess: async () => {
      await refreshUser().catch(() => undefined);
    },
    changes: ['batches', 'own-rights', 'courses'],
  });
  return (
    <UseLink
      param="join"
      returnTo={pathTo('joinBatch', { token: code, join: 'yes' })}
      labels={{ use: t`Join the batch`, signUp: t`Sign up and join` }}
      forAdmins={t`As an admin, you can watch every lecture. Log in with another account to join ${{ batch: batch.name }}.`}
      isBusy={isBusy}
      start={() => void start(undefined)}
    >
      {opensUntil === null && (
        <p className="meta mt-1">
          <Trans>
            You need the course for it.{' '}
            <Link to={pathTo('course', { course: course._id })} className="underline underline-offset-3">
              See the course
            </Link>
          </Trans>
        </p>
      )}
    </UseLink>
  );
}
