import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { type UserAccess, userAccessQuery } from '#web/api/admin-billing-queries.ts';
import { BackLink } from '#web/components/back-link.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { DetailList } from '#web/components/detail-list.tsx';
import { formatDay, formatMoment } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Panel } from '#web/components/panel.tsx';
import { QueryBoundary } from '#web/components/query-boundary.tsx';
import { useSite } from '#web/components/site.tsx';
import { PageSkeleton } from '#web/components/skeletons.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { pathTo } from '#web/paths.ts';
import { ExtendDialog, GrantDialog, RevokeDialog } from './access-dialogs.tsx';

const BackToUsers = () => <BackLink to={pathTo('users')}>All users</BackLink>;

const UserFrame = ({ children }: { children: ReactNode }) => (
  <div className="page py-8 lg:py-10">
    <BackToUsers />
    <PageHeading className="mt-2 text-page">User</PageHeading>
    <div className="mt-6">{children}</div>
  </div>
);

/** Whether a user has access, why, and what admins changed. */
export function Component() {
  const { userId = '' } = useParams();
  const query = useQuery(userAccessQuery(userId));
  return (
    <QueryBoundary
      query={query}
      skeleton={<PageSkeleton />}
      failure="The user could not be loaded"
      notFound={{
        action: <LinkButton to={pathTo('users')}>Search again</LinkButton>,
        sentence: 'This user does not exist.',
      }}
      frame={UserFrame}
    >
      {({ access }) => <AccessDetails access={access} />}
    </QueryBoundary>
  );
}

function AccessDetails({ access }: { access: UserAccess }) {
  const { person } = access;
  return (
    <div className="page py-8 lg:py-10">
      <BackToUsers />
      <PageHeading className="mt-2 text-page">{person.fullName}</PageHeading>
      <p className="mt-1 text-muted wrap-anywhere">
        <span className="me-3 inline-block wrap-anywhere">{person.email}</span>{' '}
        <span className="whitespace-nowrap">Role: {person.role}</span>
      </p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 gap-5">
          <AccessSummary access={access} />
          <Panel title="Why">
            {access.history.length > 0 ? (
              <Timeline steps={access.history.map(stepOf)} />
            ) : (
              <p className="text-sm text-muted">No payments and no manual changes.</p>
            )}
          </Panel>
        </div>
        <div className="grid min-w-0 gap-5">
          <Dates subscription={access.subscription} />
          <ManualChanges manualChanges={access.manualChanges} />
        </div>
      </div>
    </div>
  );
}

const stepOf = ({ at, text, paymentId }: UserAccess['history'][number], index: number) => ({
  key: `${index} ${at}`,
  at,
  text: paymentId ? (
    <Link to={pathTo('payment', { paymentId })} className="underline underline-offset-3">
      {text}
    </Link>
  ) : (
    text
  ),
});

function AccessSummary({ access }: { access: UserAccess }) {
  const { person, hasAccess, sentence } = access;
  const [dialog, setDialog] = useState<'grant' | 'extend' | 'revoke'>();
  const Icon = hasAccess ? CircleCheck : CircleX;
  const change = { person, onClose: () => setDialog(undefined) };
  return (
    <Panel title={hasAccess ? 'Has access' : 'No access'}>
      <p className="flex gap-3 text-lg">
        <Icon size={24} className={`mt-0.5 ${hasAccess ? 'text-success' : 'text-error'}`} aria-hidden="true" />
        <span className="min-w-0">{sentence}</span>
      </p>
      {person.role !== 'ADMIN' && (
        <div className="mt-5 flex flex-wrap gap-2">
          <Button onClick={() => setDialog('grant')}>Grant access</Button>
          <Button tone="quiet" onClick={() => setDialog('extend')}>
            Extend access
          </Button>
          {hasAccess && (
            <Button tone="danger" onClick={() => setDialog('revoke')}>
              Revoke access
            </Button>
          )}
        </div>
      )}
      {dialog === 'grant' && <GrantDialog {...change} />}
      {dialog === 'extend' && <ExtendDialog {...change} />}
      {dialog === 'revoke' && <RevokeDialog {...change} />}
    </Panel>
  );
}

function Dates({ subscription }: Pick<UserAccess, 'subscription'>) {
  const { timeZone } = useSite();
  const moment = (at: string | null): string | null => at && formatMoment(at, timeZone);
  return (
    <Panel title="Bundle">
      <DetailList
        details={[
          ['Subscription', subscription.status === 'active' ? 'Active' : 'Inactive'],
          ['Purchased', moment(subscription.purchased_at)],
          ['Access until', moment(subscription.access_until)],
          ['Refundable until', moment(subscription.refundable_until)],
          ['Renews automatically', subscription.status === 'active' ? (subscription.auto_renew ? 'Yes' : 'No') : null],
        ]}
      />
    </Panel>
  );
}

const kinds: Record<UserAccess['manualChanges'][number]['kind'], string> = {
  grant: 'Access granted',
  extend: 'Access extended',
  revoke: 'Access revoked',
};

function ManualChanges({ manualChanges }: Pick<UserAccess, 'manualChanges'>) {
  const { timeZone } = useSite();
  return (
    <Panel title="Manual changes">
      {manualChanges.length === 0 && <p className="text-sm text-muted">No manual changes.</p>}
      <ul>
        {manualChanges.map(({ _id, kind, at, until, changedBy, reason }) => (
          <li key={_id} className="border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
            <p className="text-sm font-semibold">
              {kinds[kind]}
              {until && ` until ${formatDay(until, timeZone)}`}
            </p>
            <p className="mt-0.5 text-sm text-muted">“{reason}”</p>
            <p className="meta num mt-1 wrap-anywhere">
              {formatMoment(at, timeZone)} · {changedBy}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
