import { useLingui } from '@lingui/react/macro';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';
import { formatMoney } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { parseRupees } from '#web/features/billing/plans/rupee-input.ts';
import { Field, TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { dayOf } from '#web/ui/text/days.ts';
import { useNow } from '#web/ui/use-now.ts';
import { amountTyped } from './statement.ts';

/** What came, when, and what was agreed where it is less than the price. */
export const receivedDraft = (priceInPaise: number) =>
  z
    .object({
      amountInPaise: amountTyped,
      receivedOn: z.iso.date({ error: messages.ways.dayMissing }),
      accessFrom: z.enum(['received', 'confirmed']),
      reason: z.string().trim().max(500, messages.fields.tooLong),
    })
    .refine(({ amountInPaise, reason }) => amountInPaise >= priceInPaise || reason !== '', {
      path: ['reason'],
      error: messages.ways.noteMissing,
    });
export type ReceivedDraft = z.input<ReturnType<typeof receivedDraft>>;

interface ReceivedFieldsProps {
  priceInPaise: number;
  /** As typed. */
  amount: string;
  receivedOn: string;
  field: (
    name: keyof ReceivedDraft,
    whenMissing: string,
  ) => UseFormRegisterReturn & { onInput: () => void; error: string | undefined };
}

export function ReceivedFields({ priceInPaise, amount, receivedOn, field }: ReceivedFieldsProps) {
  const { t } = useLingui();
  const { timeZone, currencySymbol } = useSite();
  const today = dayOf(useNow(), timeZone);
  const differs = (parseRupees(amount) ?? priceInPaise) - priceInPaise;
  const difference = formatMoney(Math.abs(differs), currencySymbol);
  const { error: _, ...accessFrom } = field('accessFrom', '');
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t`Amount received, in ${currencySymbol}`}
          inputMode="decimal"
          autoComplete="off"
          data-first=""
          hint={
            differs === 0
              ? undefined
              : differs < 0
                ? t`${difference} less than its price`
                : t`${difference} more than its price`
          }
          {...field('amountInPaise', messages.ways.amountMissing)}
        />
        <TextField
          label={t`Received on`}
          type="date"
          max={today}
          required
          {...field('receivedOn', messages.ways.dayMissing)}
        />
      </div>
      {receivedOn < today && (
        <Field label={t`Access counts from`}>
          {(described) => (
            <select className="select h-12" {...accessFrom} {...described}>
              <option value="received">{t`The day the money came`}</option>
              <option value="confirmed">{t`Today`}</option>
            </select>
          )}
        </Field>
      )}
      {differs < 0 && (
        <TextArea
          label={t`What was agreed`}
          rows={2}
          maxLength={500}
          required
          hint={t`Stored with the payment. Access opens in full.`}
          {...field('reason', messages.ways.noteMissing)}
        />
      )}
    </>
  );
}
