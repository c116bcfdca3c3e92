import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { accessQuery, type Explanation } from '#web/api/sales.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { formatDay, formatMoment } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Panel } from '#web/components/panel.tsx';
import { useSite } from '#web/components/site.tsx';
import { PageSkeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { ExtendDialog, GrantDialog, RevokeDialog } from '#web/pages/sales/access-dialogs.tsx';

const BackToPeople = () => (
  <Link to="/admin/people" className="inline-flex min-h-11 items-center gap-2 text-sm font-medium hover:underline">
    <ArrowLeft size={16} aria-hidden="true" />
    All people
  </Link>
);

/** One person: may they watch, why, and what an ADMIN did about it. */
export function Component() {
  const { userId = '' } = useParams();
  const query = useQuery(accessQuery(userId));
  if (query.isPending) return <PageSkeleton />;
  if (!query.data) {
    const isGone = query.error instanceof ApiError && query.error.status === 404;
    return (
      <div className="page py-8 lg:py-10">
        <BackToPeople />
        <PageHeading className="mt-2 text-page">Person</PageHeading>
        <div className="mt-6">
          {isGone ? (
            <EmptyState action={<LinkButton to="/admin/people">Search again</LinkButton>}>
              There is nobody at this address.
            </EmptyState>
          ) : (
            <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
              {sentenceOf(query.error, 'The person could not be loaded')}
            </ErrorState>
          )}
        </div>
      </div>
    );
  }
  return <Person access={query.data.access} />;
}

function Person({ access }: { access: Explanation }) {
  const { person } = access;
  return (
    <div className="page py-8 lg:py-10">
      <BackToPeople />
      <PageHeading className="mt-2 text-page">{person.fullName}</PageHeading>
      <p className="mt-1 text-muted wrap-anywhere">
        <span className="me-3 inline-block wrap-anywhere">{person.email}</span> Role: {person.role}
      </p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 gap-5">
          <Verdict access={access} />
          <Panel title="The facts behind it">
            {access.facts.length > 0 ? (
              <Timeline steps={access.facts.map(stepOf)} />
            ) : (
              <p className="text-sm text-muted">Nothing was paid, and nothing was given by hand.</p>
            )}
          </Panel>
        </div>
        <div className="grid min-w-0 gap-5">
          <Dates subscription={access.subscription} />
          <ByHand grants={access.grants} />
        </div>
      </div>
    </div>
  );
}

const stepOf = ({ at, text, paymentId }: Explanation['facts'][number], index: number) => ({
  key: `${index} ${at}`,
  at,
  text: paymentId ? (
    <Link to={`/admin/payments/${encodeURIComponent(paymentId)}`} className="underline underline-offset-3">
      {text}
    </Link>
  ) : (
    text
  ),
});

function Verdict({ access }: { access: Explanation }) {
  const { person, mayWatch, sentence } = access;
  const [asked, setAsked] = useState<'grant' | 'extend' | 'revoke'>();
  const Icon = mayWatch ? CircleCheck : CircleX;
  const change = { person, onClose: () => setAsked(undefined) };
  return (
    <Panel title={mayWatch ? 'May watch' : 'May not watch'}>
      <p className="flex gap-3 text-lg">
        <Icon size={24} className={`mt-0.5 ${mayWatch ? 'text-success' : 'text-error'}`} aria-hidden="true" />
        <span className="min-w-0">{sentence}</span>
      </p>
      {person.role !== 'ADMIN' && (
        <div className="mt-5 flex flex-wrap gap-2">
          <Button onClick={() => setAsked('grant')}>Give access</Button>
          <Button tone="quiet" onClick={() => setAsked('extend')}>
            Add days
          </Button>
          {mayWatch && (
            <Button tone="danger" onClick={() => setAsked('revoke')}>
              Take access
            </Button>
          )}
        </div>
      )}
      {asked === 'grant' && <GrantDialog {...change} />}
      {asked === 'extend' && <ExtendDialog {...change} />}
      {asked === 'revoke' && <RevokeDialog {...change} />}
    </Panel>
  );
}

function Dates({ subscription }: Pick<Explanation, 'subscription'>) {
  const { timeZone } = useSite();
  const moment = (at: string | null): string | null => at && formatMoment(at, timeZone);
  return (
    <Panel title="Bundle">
      <FactList
        facts={[
          ['Subscription', subscription.status === 'active' ? 'Active' : 'Inactive'],
          ['Bought', moment(subscription.purchased_at)],
          ['Access until', moment(subscription.access_until)],
          ['Refundable until', moment(subscription.refundable_until)],
          ['Renews by itself', subscription.status === 'active' ? (subscription.auto_renew ? 'Yes' : 'No') : null],
        ]}
      />
    </Panel>
  );
}

const kinds: Record<Explanation['grants'][number]['kind'], string> = {
  grant: 'Access given',
  extend: 'Days added',
  revoke: 'Access taken',
};

function ByHand({ grants }: Pick<Explanation, 'grants'>) {
  const { timeZone } = useSite();
  return (
    <Panel title="Done by hand">
      {grants.length === 0 && <p className="text-sm text-muted">Nobody has changed this access by hand.</p>}
      <ul>
        {grants.map(({ _id, kind, at, until, by, reason }) => (
          <li key={_id} className="border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
            <p className="text-sm font-semibold">
              {kinds[kind]}
              {until && ` until ${formatDay(until, timeZone)}`}
            </p>
            <p className="mt-0.5 text-sm text-muted">“{reason}”</p>
            <p className="meta num mt-1 wrap-anywhere">
              {formatMoment(at, timeZone)} · {by}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
