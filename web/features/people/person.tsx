import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { IndianRupee } from 'lucide-react';
import { useParams } from 'react-router';
import { labelOf } from './access-words.ts';
import { type PersonDetail, personQuery } from './people-queries.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { formatDay } from '#contract/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { StateBadge, TimelinePanel } from '#web/ui/panel.tsx';
import { DetailSkeleton, LoadingNote, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useLocale } from '#web/ui/language/language.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { AcceptedPanel } from '#web/ui/accepted-panel.tsx';
import { ArrivedPanel } from '#web/features/notices/arrived-panel.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { AccessPanel } from './access-panel.tsx';
import { AccountPanel } from './account-panel.tsx';
import { DeletePerson } from './delete-person.tsx';
import { AuditLink, DevicesPanel, EmailsPanel, NotePanel, PurchasesPanel, WatchingPanel } from './person-panels.tsx';

const PersonParts = lazyPart<{ paymentId: string; planName: string }>(
  () => import('#web/features/billing/parts/person-parts.tsx'),
);
const RecordPayment = lazy(() => import('#web/features/billing/ways/record-payment.tsx'));

const BackToPeople = () => (
  <BackLink to={pathTo('users')}>
    <Trans>People</Trans>
  </BackLink>
);

const PersonFrame = ({ children }: { children: ReactNode }) => (
  <div className="page py-8 lg:py-10">
    <BackToPeople />
    <PageHeading className="mt-2 text-page">
      <Trans>Person</Trans>
    </PageHeading>
    <div className="mt-6">{children}</div>
  </div>
);

/** All data of one person, and the actions of an admin. */
export function Component() {
  const { t } = useLingui();
  const { userId = '' } = useParams();
  const query = useQuery(personQuery(userId));
  return (
    <QueryBoundary
      query={query}
      skeleton={
        <PersonFrame>
          <LoadingNote />
          <DetailSkeleton />
        </PersonFrame>
      }
      failure={t`The person could not be loaded`}
      notFound={{
        action: <LinkButton to={pathTo('users')}>{t`Search again`}</LinkButton>,
        message: t`This person does not exist.`,
      }}
      frame={PersonFrame}
    >
      {({ detail }) => <Details detail={detail} />}
    </QueryBoundary>
  );
}

/** The payments by which the purchases of the person that are paid in parts are named. */
const firstParts = ({ purchases, person }: Pick<PersonDetail, 'purchases' | 'person'>) =>
  purchases?.filter(({ parts, userId }) => parts?.from === 1 && userId === person._id) ?? [];

const Details = ({ detail }: { detail: PersonDetail }) => {
  const { t } = useLingui();
  return (
    <div className="page py-8 lg:py-10">
      <BackToPeople />
      <PersonHeading {...detail} />
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-[1fr_23rem]">
        <div className="grid min-w-0 gap-4">
          <AccessPanel detail={detail} />
          <PurchasesPanel userId={detail.person._id} purchases={detail.purchases ?? []} />
          {firstParts(detail).map(({ paymentId, planName }) => (
            <Suspense key={paymentId}>
              <PersonParts paymentId={paymentId} planName={planName ?? t`Plan`} />
            </Suspense>
          ))}
          <WatchingPanel watching={detail.watching} />
          <EmailsPanel emails={detail.emails ?? []} />
          <ArrivedPanel userId={detail.person._id} />
        </div>
        <div className="grid min-w-0 gap-4">
          <AccountPanel detail={detail} />
          <DevicesPanel detail={detail} />
          <AcceptedPanel title={t`What they accepted`} consents={detail.consents} />
          <NotePanel key={detail.person._id} detail={detail} />
          <TimelinePanel steps={detail.timeline ?? []} foot={<AuditLink userId={detail.person._id} />} />
          <DeletePerson detail={detail} />
        </div>
      </div>
    </div>
  );
};

function PersonHeading({
  person,
  invoiceTo,
  deletion,
  isAddressConfirmed,
  purchases,
}: Pick<PersonDetail, 'person' | 'invoiceTo' | 'deletion' | 'isAddressConfirmed' | 'purchases'>) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const [isRecording, setRecording] = useState(false);
  const { fullName, email, avatar, createdAt } = person;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-4">
      <Avatar fullName={fullName} src={avatar.secure_url} className="size-14" />
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PageHeading className="text-page wrap-anywhere">{fullName}</PageHeading>
          <StateBadge {...labelOf(person)} />
          {!isAddressConfirmed && <StateBadge tone="waiting" label={t`Address not confirmed`} />}
          {deletion && (
            <StateBadge tone="bad" label={t`Will be deleted on ${formatDay(deletion.deletesAt, timeZone, locale)}`} />
          )}
        </div>
        <p className="mt-1 text-sm text-muted">
          <span className="me-3 inline-block wrap-anywhere">{email}</span>{' '}
          <span className="inline-block">
            <Trans>Joined {formatDay(createdAt, timeZone, locale)}</Trans>
          </span>
        </p>
      </div>
      {person.role !== 'ADMIN' && (
        <Button tone="quiet" onClick={() => setRecording(true)}>
          <IndianRupee size={18} aria-hidden="true" />
          <Trans>Record a payment</Trans>
        </Button>
      )}
      {isRecording && (
        <Suspense fallback={null}>
          <RecordPayment
            {...{ person, invoiceTo }}
            inParts={firstParts({ person, purchases }).map(({ paymentId }) => paymentId)}
            onClose={() => setRecording(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
