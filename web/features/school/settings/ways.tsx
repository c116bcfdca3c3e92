import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { isUpiId, upiLink } from '#contract/billing/upi.ts';
import { WayChange } from '#contract/billing/way-settings.ts';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useRefreshSite } from '#web/ui/page/use-refresh-site.ts';
import { useSectionForm } from './use-section-form.ts';
import { useSeeks } from '#web/ui/page/sought-field.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

const QrCode = lazyPart(async () => ({ default: (await import('#web/ui/qr-code.tsx')).QrCode }));

const words = messages.ways;
const TEXT_MAX = 500;

const ways = [
  {
    way: 'upi',
    text: 'upiText',
    label: msg`UPI to the school`,
    hint: msg`Buyers scan a code with the amount and the order number, or open their app.`,
  },
  {
    way: 'bank',
    text: 'bankText',
    label: msg`Bank transfer`,
    hint: msg`They get your account and the order number.`,
    placeholder: msg`Asha Academy\nAccount 1234 5678 9012\nIFSC HDFC0000053`,
  },
  {
    way: 'cash',
    text: 'cashText',
    label: msg`Cash`,
    hint: msg`They come to you.`,
    placeholder: msg`Ratu Road, Ranchi. Monday to Saturday, 10 to 6.`,
  },
  {
    way: 'other',
    text: 'otherText',
    label: msg`Another way`,
    hint: msg`Such as a cheque.`,
    placeholder: msg`A cheque to Asha Academy, by post to …`,
  },
] as const;

/** Scanned by the owner, whose app shows whose account it is. */
function TestCode({ upiId }: { upiId: string }) {
  const { t } = useLingui();
  const { brandName } = useSite();
  if (!isUpiId(upiId)) return null;
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-box bg-base-200 p-4">
      <QrCode
        text={upiLink({ upiId, payee: brandName, amountInPaise: 100, order: 'TEST' })}
        label={t`QR code of a test payment to ${upiId}`}
        className="size-32 rounded-field"
      />
      <p className="min-w-48 flex-1 text-sm">
        <Trans>
          Scan this with your own UPI app. It has to show the name of your account and ₹1. You need not pay.
        </Trans>
      </p>
    </div>
  );
}

type Ways = AllSettings['ways'];

interface AskFieldsProps {
  field: (
    name: 'askName' | 'askHours' | 'askPhone',
    whenMissing: string,
  ) => Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** Whom buyers ask about a payment. */
function AskFields({ field }: AskFieldsProps) {
  const { t } = useLingui();
  return (
    <fieldset className="space-y-4 border-t border-line pt-5">
      <legend className="font-semibold">
        <Trans>Contact for payment questions</Trans>
      </legend>
      <TextField label={t`Name`} autoComplete="off" maxLength={100} {...field('askName', words.textMissing)} />
      <TextField
        label={t({ context: 'office', message: 'Hours' })}
        placeholder={t`Monday to Saturday, 10 to 6`}
        autoComplete="off"
        maxLength={200}
        {...field('askHours', words.textMissing)}
      />
      <TextField
        label={t`Phone`}
        type="tel"
        hint={t`With its country code, for calls and WhatsApp. Without one, buyers see the email address of the school.`}
        placeholder="+91 98765 43210"
        autoComplete="off"
        dir="ltr"
        {...field('askPhone', words.badPhone)}
      />
    </fieldset>
  );
}

function WaysForm({ ways: { values } }: { ways: Ways }) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const refreshSite = useRefreshSite();
  const { form, field, frame } = useSectionForm({
    schema: WayChange,
    defaults: values,
    save: (body) => call('PUT /admin/settings/ways', { body }),
    draftOf: (settings) => settings.ways.values,
    onSaved: () => void refreshSite(),
  });
  const typed = form.watch();
  const seeksUpiId = useSeeks([t`UPI ID`]);
  const textOf = (way: (typeof ways)[number]): ReactNode => (
    <TextArea
      label={way.way === 'upi' ? t`More for buyers (optional)` : t`What buyers read`}
      rows={way.way === 'bank' ? 4 : 2}
      maxLength={TEXT_MAX}
      placeholder={'placeholder' in way ? _(way.placeholder) : undefined}
      {...field(way.text, words.textMissing)}
    />
  );
  return (
    <SectionForm title={t`Ways to pay`} {...frame}>
      <p className="text-sm text-muted">
        <Trans>
          You can sell from the first day, without an account at a payment provider. You confirm each payment, and then
          it opens.
        </Trans>
      </p>
      {ways.map((way) => (
        <fieldset key={way.way} className="space-y-4 border-t border-line pt-5">
          <legend className="sr-only">{_(way.label)}</legend>
          <CheckField label={_(way.label)} hint={_(way.hint)} {...form.register(way.way)} />
          {(typed[way.way] || (way.way === 'upi' && seeksUpiId)) && (
            <>
              {way.way === 'upi' && (
                <>
                  <TextField
                    label={t`UPI ID`}
                    placeholder="ashaacademy@okbank"
                    autoComplete="off"
                    autoCapitalize="off"
                    spellCheck={false}
                    dir="ltr"
                    {...field('upiId', words.upiIdMissing)}
                  />
                  <TestCode upiId={typed.upiId.trim()} />
                </>
              )}
              {textOf(way)}
            </>
          )}
        </fieldset>
      ))}
      <AskFields field={field} />
      <div className="border-t border-line pt-5">
        <CheckField
          label={t`Teachers and assistants confirm payments`}
          hint={t`Only for plans of their own courses. They cannot refund or reverse one.`}
          {...form.register('staffRecords')}
        />
      </div>
    </SectionForm>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return <SettingsFrame section={t`Ways to pay`}>{({ ways: known }) => <WaysForm ways={known} />}</SettingsFrame>;
};
