import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { NoteBody } from '#contract/people/person-changes.ts';
import { NoMailServer } from '#web/ui/no-mail-server.tsx';
import { Panel, StateBadge } from '#web/ui/panel.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { formatDay, formatLength, formatMoment, formatMoney, formatShortDay } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { statusLabels } from '#web/features/billing/payments/payment-status.ts';
import type { Language } from '#contract/languages/language.ts';
import { labelOfParts } from '#web/features/billing/parts/part-words.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';
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
  return (
    <span className="num text-sm text-muted">
      <Trans>{formatMoney(sum, currencySymbol)} in total</Trans>
    </span>
  );
};

export function PurchasesPanel({ userId, purchases }: PurchasesProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { timeZone, currencySymbol } = useSite();
  return (
    <Panel title={t`Purchases`} aside={purchases.length > 0 && <Total userId={userId} purchases={purchases} />}>
      {purchases.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>Nothing bought yet.</Trans>
        </p>
      )}
      <ul>
        {purchases.map(
          ({ _id, paymentId, paidAt, startedAt, planName, paidWith, status, amountInPaise, gift, userName, parts }) => (
            <li
              key={_id}
              className="relative flex items-center gap-4 border-t border-line py-3 text-sm first:border-t-0"
            >
              <span className="min-w-0 flex-1">
                <Link to={pathTo('payment', { paymentId })} className="row-link num">
                  {formatMoment(paidAt ?? startedAt, timeZone, language.locale)}
                </Link>
                <span className="meta block wrap-anywhere">
                  {[planName, parts && labelOfParts(parts, language), paidWith]
                    .filter((text) => text !== null)
                    .join(', ')}
                </span>
                {gift && (
                  <span className="meta block wrap-anywhere">
                    {userName === null
                      ? t`Gift from a deleted account to ${gift.recipientName}`
                      : t`Gift from ${userName} to ${gift.recipientName}`}
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
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <Panel
      title={t`Watching`}
      aside={
        courses.length > 0 && (
          <span className="num text-sm text-muted">
            <Trans>{formatLength(watchedMs, locale)} in all</Trans>
          </span>
        )
      }
    >
      {courses.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>Nothing watched yet.</Trans>
        </p>
      )}
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
                <Trans>
                  {watchedLectures} of {lectures}
                </Trans>
              </span>
              <progress
                className="progress block h-1.5 w-full text-primary"
                value={watchedLectures}
                max={Math.max(1, lectures)}
                aria-hidden="true"
              />
              <span className="meta num block">{formatShortDay(lastWatchedAt, timeZone, locale)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function EmailsPanel({ emails }: { emails: NonNullable<PersonDetail['emails']> }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <Panel title={t`Emails`}>
      <NoMailServer className="mb-3" />
      {emails.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>No emails yet.</Trans>
        </p>
      )}
      <ul>
        {emails.map(({ subject, sentAt, isSent }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same may have been sent twice
          <li key={`${index} ${sentAt}`} className="border-t border-line py-2.5 text-sm first:border-t-0">
            <p className="wrap-anywhere">{subject}</p>
            <p className="meta num">
              {formatMoment(sentAt, timeZone, locale)}
              {!isSent && ` · ${t`Not sent`}`}
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
      <Trans>Everything in the audit by and about this person</Trans>
    </Link>
  </p>
);

/** The devices on which a person is logged in. */
export function DevicesPanel({ detail }: { detail: PersonDetail }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { person } = detail;
  const devices = detail.devices ?? [];
  const { timeZone } = useSite();
  return (
    <Panel
      title={t`Devices`}
      aside={
        devices.length > 0 && (
          <ActionButton
            tone="quiet"
            run={() => call('POST /admin/people/:userId/log-out', { params: { userId: person._id } })}
            messages={{ error: messages.fields.notChanged }}
            changes={['people']}
          >
            <Trans>Log out everywhere</Trans>
          </ActionButton>
        )
      }
    >
      {devices.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>Not logged in anywhere.</Trans>
        </p>
      )}
      <ul>
        {devices.map(({ name, since, lastUsedAt }) => (
          <li key={`${name} ${since} ${lastUsedAt}`} className="border-t border-line py-2.5 first:border-t-0">
            <p className="text-sm font-semibold">{name}</p>
            <p className="meta num">
              <Trans>
                Used {formatMoment(lastUsedAt, timeZone, locale)}, logged in {formatDay(since, timeZone, locale)}
              </Trans>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const noteHint = (note: PersonDetail['note'], timeZone: string, { _, locale }: Language): string => {
  if (!note?.changedAt) return _(msg`Only admins see this.`);
  const day = formatDay(note.changedAt, timeZone, locale);
  return note.changedBy === null
    ? _(msg`Only admins see this. Saved ${day}.`)
    : _(msg`Only admins see this. Saved ${day} by ${note.changedBy}.`);
};

/** The notes of admins about a person. */
export function NotePanel({ detail: { person, note } }: { detail: PersonDetail }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { timeZone } = useSite();
  const { form, showSaved, isBusy, onSubmit, field } = useContractForm({
    schema: NoteBody,
    defaults: { text: note?.text ?? '' },
    messages: { error: t`The note was not saved. Please try again.`, incomplete: messages.fields.tooLong },
    run: (body) => call('PUT /admin/people/:userId/note', { params: { userId: person._id }, body }),
    onSuccess: (): void => showSaved(),
    changes: ['people'],
  });
  const { isDirty } = form.formState;
  return (
    <Panel title={t`Note`}>
      <form noValidate className="space-y-3" onSubmit={onSubmit}>
        <TextArea
          label={t`Note`}
          rows={3}
          maxLength={5000}
          hint={noteHint(note, timeZone, language)}
          {...field('text', messages.fields.tooLong)}
        />
        {(isDirty || isBusy) && (
          <Button type="submit" tone="quiet" isBusy={isBusy}>
            <Trans>Save note</Trans>
          </Button>
        )}
      </form>
    </Panel>
  );
}
