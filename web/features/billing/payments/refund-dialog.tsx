import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { sales } from '#contract/billing/sales.ts';
import type { OwnWay } from '#contract/billing/way-names.ts';
import { Reference } from '#contract/billing/way-reference.ts';
import { type Payment, paymentQuery } from '#web/features/billing/billing-queries.ts';
import { call } from '#web/api/call.ts';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { formatDay, formatMoney } from '#contract/format.ts';
import { useLocale } from '#web/ui/language/language.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { randomId } from '#web/ui/text/random-id.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { PaidBackFields } from '#web/features/billing/ways/way-buttons.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { formatRupeeInput, parseRupees } from '#web/features/billing/plans/rupee-input.ts';

const SMALLEST_IN_PAISE = 100;
const REASON = { rows: 2, maxLength: 500, required: true, 'data-first': '' } as const;
const admin = messages.admin;

/** The amount is validated here too, because the title of the dialog shows it. */
const draftOf = (mostInPaise: number) =>
  z.object({
    amount: z
      .string()
      .refine((typed) => (parseRupees(typed) ?? 0) >= SMALLEST_IN_PAISE, admin.refundTooSmall)
      .refine((typed) => (parseRupees(typed) ?? 0) <= mostInPaise, admin.refundTooLarge),
    reason: sales.refund.body.shape.reason,
    reference: Reference,
  });

interface RefundDialogProps {
  payment: Payment;
  onClose: () => void;
}

/** All attempts of one opened dialog share an idempotency key, so that the money is refunded once. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(randomId);
  const { paymentId, refundableInPaise, way } = payment;
  const [paidBackBy, setPaidBackBy] = useState<OwnWay | undefined>(way === 'online' ? undefined : way);
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: draftOf(refundableInPaise),
    defaults: { amount: formatRupeeInput(refundableInPaise), reason: '', reference: '' },
    messages: {
      loading: t`Requesting refund...`,
      success: admin.refundInitiated,
      error: t`The refund could not be requested. Please try again; it is never sent twice.`,
      incomplete: admin.reasonMissing,
    },
    run: ({ amount, reason, reference }) => {
      const amountInPaise = parseRupees(amount);
      return call('POST /admin/payments/:paymentId/refund', {
        params: { paymentId },
        body: {
          reason,
          idempotencyKey,
          ...(amountInPaise !== undefined && amountInPaise < refundableInPaise ? { amountInPaise } : {}),
          ...(paidBackBy ? { paidBackBy: { way: paidBackBy, reference } } : {}),
        },
      });
    },
    onSuccess: (response) => {
      queryClient.setQueryData(paymentQuery(paymentId).queryKey, response);
      onClose();
    },
    changes: ['payments', 'notices'],
  });
  const requestedInPaise = parseRupees(form.watch('amount')) ?? refundableInPaise;
  const [amount, buyer] = [formatMoney(requestedInPaise, currencySymbol), payment.userName ?? payment.userEmail];
  return (
    <FormDialog
      title={buyer ? t`Refund ${amount} to ${buyer}?` : t`Refund ${amount} to the buyer?`}
      lead={<WhatHappens payment={payment} isPart={requestedInPaise < refundableInPaise} />}
      confirmLabel={t`Refund ${amount}`}
      isDestructive
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t`Amount in ${currencySymbol}`}
        inputMode="decimal"
        autoComplete="off"
        hint={t`At most ${formatMoney(refundableInPaise, currencySymbol)}`}
        {...field('amount', admin.refundTooSmall)}
      />
      {way !== 'online' && (
        <PaidBack way={way} paidBackBy={paidBackBy} onPaidBack={setPaidBackBy} {...field('reference', '')} />
      )}
      <TextArea
        label={t`Reason`}
        {...REASON}
        hint={t`Stored with the payment.`}
        {...field('reason', messages.ways.reasonMissing)}
      />
    </FormDialog>
  );
}

interface PaidBackProps extends Omit<ComponentProps<typeof PaidBackFields>, 'way' | 'onWay'> {
  /** How it was paid. */
  way: OwnWay;
  /** Undefined while it is owed. */
  paidBackBy: OwnWay | undefined;
  onPaidBack: (way: OwnWay | undefined) => void;
}

function PaidBack({ way, paidBackBy, onPaidBack, ...reference }: PaidBackProps) {
  const { t } = useLingui();
  return (
    <>
      <CheckField
        label={t`I have paid it back`}
        hint={t`Otherwise it stays on the to-do list until you say how.`}
        checked={paidBackBy !== undefined}
        onChange={({ target }) => onPaidBack(target.checked ? way : undefined)}
      />
      {paidBackBy && <PaidBackFields way={paidBackBy} onWay={onPaidBack} {...reference} />}
    </>
  );
}

function WhatHappens({ payment, isPart }: { payment: Payment; isPart: boolean }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const { isInRefundWindow, refundableUntil, way } = payment;
  return (
    <>
      <p>
        {isPart ? (
          t`This is a partial refund: access does not change.`
        ) : way === 'online' ? (
          <Trans>
            <strong className="font-semibold text-base-content">Access from this purchase ends immediately</strong> and
            the money is refunded to the original payment method.
          </Trans>
        ) : (
          <Trans>
            <strong className="font-semibold text-base-content">Access from this purchase ends immediately</strong>.
          </Trans>
        )}{' '}
        {way === 'online'
          ? t`The bank may take a few days to show it. The provider keeps its fee.`
          : t`It is an offline payment: you pay it back yourself.`}
      </p>
      {!isInRefundWindow && refundableUntil && (
        <p>{t`The refund window ended on ${formatDay(refundableUntil, timeZone, locale)}: this refund is at your discretion.`}</p>
      )}
    </>
  );
}
