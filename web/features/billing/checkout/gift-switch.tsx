import { Gift } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { GiftDraft } from '#web/features/billing/gift-queries.ts';
import { GiftFields } from '#web/features/billing/gifts/gift-fields.tsx';

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
          This is a gift
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
            We email a link that opens your gift with any account. It is paid once and never renews.
          </p>
          <GiftFields
            gift={gift}
            onChange={onChange}
            errorOf={(field) => errors[`gift.${field}`]}
            sentAtOnce="Leave it empty to send the gift as soon as you have paid."
          />
        </div>
      )}
    </div>
  );
}
