import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { sales } from '#contract/billing/sales.ts';
import { paymentQuery, type ToDo, toDoQuery } from '#web/features/billing/billing-queries.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { english } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { formatCount, formatDay, formatMoment, formatMoney } from '#contract/format.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { call } from '#web/api/call.ts';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { randomId } from '#web/ui/text/random-id.ts';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';

const kinds: Record<ToDo['kind'], MessageDescriptor> = {
  unmatched: msg`Unmatched payment`,
  wrong_amount: msg`Wrong amount`,
  duplicate: msg`Duplicate payment`,
  paid_without_access: msg`Paid without access`,
  charged_without_access: msg`Charged without access`,
  renewal_ended: msg`Renewal ended`,
  credit_notes_differ: msg`Credit notes differ`,
  coupon_exceeded: msg`Coupon limit exceeded`,
  batch_exceeded: msg`Batch full`,
  refund_owed: msg`Refund owed`,
  refund_failed: msg`Refund failed`,
  pay_back: msg`Refund to pay back`,
  overpaid: msg`More than the price`,
  dispute: msg`Dispute`,
};

/** The rest is folded, so that the payments below stay visible. */
const FIRST_SHOWN = 4;

/** Payments that need an admin. */
export function ToDoPanel() {
  const { t } = useLingui();
  const query = useQuery(toDoQuery());
  const { toDo = [], hasMore = false } = query.data ?? {};
  return (
    <section aria-labelledby="to-do" className="surface mt-5 overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 pt-5 pb-4 sm:px-6">
        <h2 id="to-do" className="text-title">
          <Trans>Needs attention</Trans>
        </h2>
        {toDo.length > 0 && (
          <span className="meta num">
            {hasMore ? (
              <Plural value={toDo.length} one="# payment, and more" other="# payments, and more" />
            ) : (
              <Plural value={toDo.length} one="# payment" other="# payments" />
            )}
          </span>
        )}
      </div>
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="mx-5 mb-5 h-12 sm:mx-6" />}
        failure={t`The list could not be loaded`}
        messageClass="px-5 pb-5 sm:px-6"
        isInPanel
      >
        {() => <Entries entries={toDo} />}
      </QueryBoundary>
    </section>
  );
}

function Entries({ entries }: { entries: readonly ToDo[] }) {
  const [showsAll, setShowsAll] = useState(false);
  if (entries.length === 0) {
    return (
      <p className="flex gap-3 px-5 pb-5 text-muted sm:px-6">
        <CircleCheck size={20} className="mt-1 text-success" aria-hidden="true" />
        <Trans>Nothing to review</Trans>
      </p>
    );
  }
  return (
    <>
      <ul aria-labelledby="to-do">
        {entries.slice(0, showsAll ? undefined : FIRST_SHOWN).map((entry) => (
          <Entry key={`${entry.kind} ${entry.paymentId}`} entry={entry} />
        ))}
      </ul>
      {entries.length > FIRST_SHOWN && !showsAll && (
        <div className="border-t border-line p-4">
          <Button tone="quiet" onClick={() => setShowsAll(true)}>
            <Trans>Show all {formatCount(entries.length)}</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

function Entry({ entry }: { entry: ToDo }) {
  const { t } = useLingui();
  const { locale } = useLanguage();
  const { currencySymbol, timeZone } = useSite();
  const { kind, paymentId, userName, userEmail, amountInPaise, since, respondBy, happened, advice } = entry;
  const buyer = userName ?? userEmail;
  const [problem, amount] = [t(kinds[kind]), formatMoney(amountInPaise, currencySymbol)];
  return (
    <li className="flex flex-col gap-x-6 gap-y-3 border-t border-line px-5 py-4 sm:flex-row sm:items-center sm:px-6">
      <div className="flex min-w-0 flex-1 gap-3">
        <TriangleAlert size={20} className="mt-1 text-warning" aria-hidden="true" />
        <div className="min-w-0">
          <h3 className="font-sans text-base font-semibold tracking-normal">
            {buyer ? t`${problem}: ${amount} from ${buyer}` : t`${problem}: ${amount}`}
          </h3>
          <p className="mt-0.5 text-sm">{happened}</p>
          <p className="text-sm">
            <strong className="font-semibold">
              <Trans>To do:</Trans>
            </strong>{' '}
            {advice}
          </p>
          <p className="meta num mt-1">
            <Trans>Since {formatDay(since, timeZone, locale)}</Trans>
            {respondBy && ` · ${t`respond by ${formatMoment(respondBy, timeZone, locale)}`}`}
          </p>
        </div>
      </div>
      <div className="flex shrink-0 gap-3">
        {(kind === 'renewal_ended' || kind === 'credit_notes_differ') && <ResolveButton paymentId={paymentId} />}
        {(kind === 'paid_without_access' || kind === 'charged_without_access') && <RefundButton entry={entry} />}
        <LinkButton tone="quiet" to={pathTo('payment', { paymentId })} aria-label={t`Open payment ${paymentId}`}>
          <Trans>Open</Trans>
        </LinkButton>
      </div>
    </li>
  );
}

/** Sends all of it back: nobody got anything for it. Presses of one entry share a key, so that the money is refunded once. */
function RefundButton({ entry: { paymentId, kind, amountInPaise } }: { entry: ToDo }) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const [idempotencyKey] = useState(randomId);
  return (
    <ActionButton
      aria-label={t`Refund payment ${paymentId}`}
      run={() =>
        call('POST /admin/payments/:paymentId/refund', {
          params: { paymentId },
          body: { reason: english._(kinds[kind]), idempotencyKey },
        })
      }
      messages={{ error: t`The refund could not be requested. Please try again; it is never sent twice.` }}
      changes={['payments', 'notices']}
    >
      <Trans>Refund {formatMoney(amountInPaise, currencySymbol)}</Trans>
    </ActionButton>
  );
}

/** For what the status of the payment does not show: its page offers nothing to resolve. */
function ResolveButton({ paymentId }: { paymentId: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-label={t`Mark payment ${paymentId} as resolved`} onClick={() => setIsOpen(true)}>
        <Trans>Mark as resolved</Trans>
      </Button>
      {isOpen && <ResolveDialog paymentId={paymentId} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface ResolveDialogProps {
  paymentId: string;
  onClose: () => void;
}

/** Removes a payment from the to-do list, with a reason. */
export function ResolveDialog({ paymentId, onClose }: ResolveDialogProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: sales.markHandled.body,
    defaults: { reason: '' },
    messages: {
      error: t`The payment could not be marked as resolved. Please try again.`,
      incomplete: messages.admin.reasonMissing,
    },
    run: (body) => call('POST /admin/payments/:paymentId/handled', { params: { paymentId }, body }),
    onSuccess: (response) => {
      queryClient.setQueryData(paymentQuery(paymentId).queryKey, response);
      onClose();
    },
    changes: ['payments', 'notices'],
  });
  return (
    <FormDialog
      title={t`Mark this payment as resolved?`}
      lead={
        <p>
          <Trans>It leaves the to-do list. No payment is made and access does not change.</Trans>
        </p>
      }
      confirmLabel={t`Mark as resolved`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextArea
        label={t`What was done`}
        rows={2}
        maxLength={500}
        required
        data-first=""
        {...field('reason', t`Enter what was done`)}
      />
    </FormDialog>
  );
}
