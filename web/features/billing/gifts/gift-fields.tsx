import { Trans, useLingui } from '@lingui/react/macro';
import { Gift } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { GiftDraft } from '#web/features/billing/billing-queries.ts';
import { dayOf } from '#web/ui/text/days.ts';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';

interface GiftFieldsProps {
  gift: GiftDraft;
  onChange: (gift: GiftDraft) => void;
  errorOf: (field: keyof GiftDraft) => string | undefined;
  /** The meaning of an empty day. */
  sentAtOnce: string;
}

/** For whom a gift is, and when it is sent. */
export function GiftFields({ gift, onChange, errorOf, sentAtOnce }: GiftFieldsProps) {
  const { timeZone } = useSite();
  const nowMs = useNow();
  const { t } = useLingui();
  const change = (part: Partial<GiftDraft>): void => onChange({ ...gift, ...part });
  return (
    <div className="space-y-4">
      <TextField
        label={t`Their name`}
        error={errorOf('name')}
        value={gift.name}
        onChange={({ target }) => change({ name: target.value })}
        autoComplete="off"
        maxLength={100}
        required
      />
      <TextField
        label={t`Their email`}
        type="email"
        error={errorOf('email')}
        value={gift.email}
        onChange={({ target }) => change({ email: target.value })}
        autoComplete="off"
        maxLength={254}
        required
      />
      <TextArea
        label={t`Message (optional)`}
        error={errorOf('message')}
        value={gift.message ?? ''}
        onChange={({ target }) => change({ message: target.value })}
        rows={3}
        maxLength={500}
      />
      <TextField
        label={t`Send on (optional)`}
        type="date"
        hint={`${sentAtOnce} ${t`For a later day, we’ll send it at 8:00 am on that day.`}`}
        error={errorOf('sendOn')}
        value={gift.sendOn ?? ''}
        onChange={({ target }) => change({ sendOn: target.value === '' ? undefined : target.value })}
        min={dayOf(nowMs, timeZone)}
      />
    </div>
  );
}

interface GiftSwitchProps {
  /** Undefined while it is bought for oneself. */
  gift: GiftDraft | undefined;
  onChange: (gift: GiftDraft | undefined) => void;
  /** Of the last try to buy, by the path of the field. */
  errors: Readonly<Record<string, string>>;
}

export const noRecipient: GiftDraft = { name: '', email: '', message: '' };

/** One line until it is switched on; then for whom the purchase is, and when it is sent. */
export function GiftSwitch({ gift, onChange, errors }: GiftSwitchProps) {
  const id = useId();
  const { sendsEmail } = useSite();
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return (
    <div ref={box} className="mb-3">
      <label
        htmlFor={id}
        className="flex min-h-11 cursor-pointer items-center justify-between gap-3 text-sm font-semibold"
      >
        <span className="flex items-center gap-2">
          <Gift size={18} aria-hidden="true" />
          <Trans>This is a gift</Trans>
        </span>
        <input
          id={id}
          type="checkbox"
          role="switch"
          className="toggle toggle-primary"
          checked={gift !== undefined}
          aria-checked={gift !== undefined}
          onChange={({ target }) => onChange(target.checked ? noRecipient : undefined)}
        />
      </label>
      {gift && (
        <div className="mt-2 mb-5 translate-y-0 transition-[opacity,translate] duration-250 motion-reduce:transition-none starting:-translate-y-1 starting:opacity-0">
          <p className="mb-4 text-sm text-muted">
            {sendsEmail ? (
              <Trans>We’ll email them a link to redeem it.</Trans>
            ) : (
              <Trans>You get a link for them in your profile.</Trans>
            )}{' '}
            <Trans>One payment, no renewal.</Trans>
          </p>
          <GiftFields
            gift={gift}
            onChange={onChange}
            errorOf={(field) => errors[`gift.${field}`]}
            sentAtOnce={t`Leave it empty to send the gift as soon as you have paid.`}
          />
        </div>
      )}
    </div>
  );
}
