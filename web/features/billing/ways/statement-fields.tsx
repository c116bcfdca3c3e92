import { type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { formatSize } from '#contract/format.ts';
import type { OwnWay } from '#contract/billing/way-names.ts';
import { type useContractForm, usePickedFile } from '#web/ui/forms/use-contract-form.ts';
import { TextField } from '#web/ui/forms/fields.tsx';
import { FileDrop, THUMBNAIL_ACCEPT } from '#web/ui/inputs/file-drop.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { dayOf } from '#web/ui/text/days.ts';
import { useNow } from '#web/ui/use-now.ts';
import type { Statement, StatementDraft } from './statement.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const PICTURE_MAX_BYTES = 5 * 1024 * 1024;

const references: Record<OwnWay, { label: MessageDescriptor; hint: MessageDescriptor }> = {
  upi: { label: msg`UPI reference`, hint: msg`12 digits, in your UPI app under this payment.` },
  bank: { label: msg`Reference`, hint: msg`The UTR or transaction number of your bank.` },
  cash: { label: msg`Receipt number (optional)`, hint: msg`If the school gave you a receipt.` },
  other: { label: msg`Reference (optional)`, hint: msg`The number or name by which the school finds your payment.` },
};

interface StatementFieldsProps {
  way: OwnWay;
  contractForm: ReturnType<typeof useContractForm<StatementDraft, Statement, unknown>>;
  hasPicture?: boolean;
}

/** The reference, the day, the amount where it is another one, and a picture. */
export function StatementFields({ way, contractForm, hasPicture = false }: StatementFieldsProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const { timeZone, currencySymbol } = useSite();
  const { form, field, errorOf } = contractForm;
  const [isOther, setOther] = useState(false);
  const today = dayOf(useNow(), timeZone);
  return (
    <>
      <TextField
        label={_(references[way].label)}
        hint={_(references[way].hint)}
        inputMode={way === 'upi' ? 'numeric' : 'text'}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        data-first=""
        {...field('reference', messages.ways.referenceMissing)}
      />
      <TextField label={t`Paid on`} type="date" max={today} required {...field('paidOn', messages.ways.dayMissing)} />
      {isOther || errorOf('amount', messages.ways.amountMissing) ? (
        <TextField
          label={t`Amount that you paid, in ${currencySymbol}`}
          inputMode="decimal"
          autoComplete="off"
          {...field('amount', messages.ways.amountMissing)}
        />
      ) : (
        <button type="button" className="link min-h-11 cursor-pointer text-sm" onClick={() => setOther(true)}>
          <Trans>I paid another amount</Trans>
        </button>
      )}
      <FileDrop
        label={t`Picture (optional)`}
        kind="mark"
        accept={THUMBNAIL_ACCEPT}
        hint={[
          ...(hasPicture ? [t`Replaces the one that you sent.`] : []),
          t`JPG or PNG, up to ${{ size: formatSize(PICTURE_MAX_BYTES) }}. Only the school sees it.`,
        ].join(' ')}
        error={errorOf('picture', '')}
        {...usePickedFile(form, 'picture')}
      />
    </>
  );
}
