import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { NoteBody } from '#contract/people/person-changes.ts';
import { NoMailServer } from '#web/ui/no-mail-server.tsx';
import { Panel, StateBadge } from '#web/ui/panel.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { formatDay, formatLength, formatMoment, formatMoney, formatShortDay } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { statusLabels } from '#web/features/billing/payments/payment-status.ts';
import { partsLabelOf } from '#contract/billing/part-messages.ts';
import { pathTo } from '#web/app/path-to.ts';
import { call } from '#web/api/call.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { type PersonDetail } from './people-queries.ts';

interface PurchasesProps {
  purchases: NonNullable<PersonDetail['purchases']>;
  userId: string;
}

/** The payments of the person. The gifts that they redeemed were paid by others. */
const Total = ({ userId, purchases }: PurchasesProps) => {
  const { currencySymbol } = useSite();
  const paid = purchases.filter(
    ({ userId: buyerId, paidAt, mode }) => buyerId === userId && paidAt !== null && mode === purchases[0]?.mode,
  );
  const sum = paid.reduce((total, { amountInPaise, refundedInPaise }) => total + amountInPaise - refundedInPaise, 0);
  return <span className="num text-sm text-muted">{formatMoney(sum, currencySymbol)} in total</span>;
};

export function PurchasesPanel({ userId, purchases }: PurchasesProps) {
  const { timeZone, currencySymbol } = useSite();
  return (
    <Panel title="Purchases" aside={purchases.length > 0 && <Total userId={userId} purchases={purchases} />}>
      {purchases.length === 0 && <p className="text-sm text-muted">Nothing bought yet.</p>}
      <ul>
        {purchases.map(
          ({ _id, paymentId, paidAt, startedAt, planName, paidWith, status, amountInPaise, gift, userName, parts }) => (
            <li
              key={_id}
              className="relative flex items-center gap-4 border-t border-line py-3 text-sm first:border-t-0"
            >
              <span className="min-w-0 flex-1">
                <Link to={pathTo('payment', { paymentId })} className="row-link num">
                  {formatMoment(paidAt ?? startedAt, timeZone)}
                </Link>
                <span className="meta block wrap-anywhere">
                  {[planName, parts && partsLabelOf(parts), paidWith].filter((text) => text !== null).join(', ')}
                </span>
                {gift && (
                  <span className="meta block wrap-anywhere">
                    Gift from {userName ?? 'a deleted account'} to {gift.recipientName}
                  </span>
                )}
              </span>
              <StateBadge {...statusLabels[status]} />
              <span className="num min-w-16 text-end font-semibold">{formatMoney(amountInPaise, currencySymbol)}</span>
            </li>
          ),
        )}
      </ul>
    </Panel>
  );
}

export function WatchingPanel({ watching: { courses, watchedMs } }: Pick<PersonDetail, 'watching'>) {
  const { timeZone } = useSite();
  return (
    <Panel
      title="Watching"
      aside={courses.length > 0 && <span className="num text-sm text-muted">{formatLength(watchedMs)} in all</span>}
    >
      {courses.length === 0 && <p className="text-sm text-muted">Nothing watched yet.</p>}
      <ul>
        {courses.map(({ _id, title, thumbnail, lectures, watchedLectures, lastLecture, lastWatchedAt }) => (
          <li key={_id} className="flex items-center gap-4 border-t border-line py-3 text-sm first:border-t-0">
            <span className="w-16 shrink-0 overflow-hidden rounded-selector">
              <Cover title={title} src={thumbnail} sizes="4rem" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold wrap-anywhere">{title}</span>
              <span className="meta block wrap-anywhere">{lastLecture}</span>
            </span>
            <span className="w-28 shrink-0">
              <span className="num block">
                {watchedLectures} of {lectures}
              </span>
              <progress
                className="progress block h-1.5 w-full text-primary"
                value={watchedLectures}
                max={Math.max(1, lectures)}
                aria-hidden="true"
              />
              <span className="meta num block">{formatShortDay(lastWatchedAt, timeZone)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function EmailsPanel({ emails }: { emails: NonNullable<PersonDetail['emails']> }) {
  const { timeZone } = useSite();
  return (
    <Panel title="Emails">
      <NoMailServer className="mb-3" />
      {emails.length === 0 && <p className="text-sm text-muted">No emails yet.</p>}
      <ul>
        {emails.map(({ subject, sentAt, isSent }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same may have been sent twice
          <li key={`${index} ${sentAt}`} className="border-t border-line py-2.5 text-sm first:border-t-0">
            <p className="wrap-anywhere">{subject}</p>
            <p className="meta num">
              {formatMoment(sentAt, timeZone)}
              {!isSent && ' · Not sent'}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Their logins and changes, and what others changed about them. */
export const AuditLink = ({ userId }: { userId: string }) => (
  <p className="mt-3 border-t border-line pt-3 text-sm">
    <Link className="link" to={pathTo('auditSettings', { person: userId })}>
      Everything in the audit by and about this person
    </Link>
  </p>
);

/** The devices on which a person is logged in. */
export function DevicesPanel({ detail }: { detail: PersonDetail }) {
  const { person } = detail;
  const devices = detail.devices ?? [];
  const { timeZone } = useSite();
  return (
    <Panel
      title="Devices"
      aside={
        devices.length > 0 && (
          <ActionButton
            tone="quiet"
            run={() => call('POST /admin/people/:userId/log-out', { params: { userId: person._id } })}
            messages={{ error: 'Nothing was changed. Please try again.' }}
            changes={['people']}
          >
            Log out everywhere
          </ActionButton>
        )
      }
    >
      {devices.length === 0 && <p className="text-sm text-muted">Not logged in anywhere.</p>}
      <ul>
        {devices.map(({ name, since, lastUsedAt }) => (
          <li key={`${name} ${since} ${lastUsedAt}`} className="border-t border-line py-2.5 first:border-t-0">
            <p className="text-sm font-semibold">{name}</p>
            <p className="meta num">
              Used {formatMoment(lastUsedAt, timeZone)}, logged in {formatDay(since, timeZone)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const savedBy = ({ changedAt, changedBy }: NonNullable<PersonDetail['note']>, timeZone: string): string => {
  if (changedAt === null) return '';
  return ` Saved ${formatDay(changedAt, timeZone)}${changedBy === null ? '' : ` by ${changedBy}`}.`;
};

/** The notes of admins about a person. */
export function NotePanel({ detail: { person, note } }: { detail: PersonDetail }) {
  const { timeZone } = useSite();
  const { form, showSaved, isBusy, onSubmit, field } = useContractForm({
    schema: NoteBody,
    defaults: { text: note?.text ?? '' },
    messages: { error: 'The note was not saved. Please try again.', incomplete: messages.fields.tooLong },
    run: (body) => call('PUT /admin/people/:userId/note', { params: { userId: person._id }, body }),
    onSuccess: (): void => showSaved(),
    changes: ['people'],
  });
  const { isDirty } = form.formState;
  return (
    <Panel title="Note">
      <form noValidate className="space-y-3" onSubmit={onSubmit}>
        <TextArea
          label="Note"
          rows={3}
          maxLength={5000}
          hint={`Only admins see this.${note ? savedBy(note, timeZone) : ''}`}
          {...field('text', messages.fields.tooLong)}
        />
        {(isDirty || isBusy) && (
          <Button type="submit" tone="quiet" isBusy={isBusy}>
            Save note
          </Button>
        )}
      </form>
    </Panel>
  );
}
