import type { GiftDraft } from '#web/features/billing/gift-queries.ts';
import { dayOf } from '#web/ui/text/days.ts';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';

interface GiftFieldsProps {
  gift: GiftDraft;
  onChange: (gift: GiftDraft) => void;
  errorOf: (field: keyof GiftDraft) => string | undefined;
  /** What an empty day means. */
  sentAtOnce: string;
}

/** For whom a gift is, and when it is sent. */
export function GiftFields({ gift, onChange, errorOf, sentAtOnce }: GiftFieldsProps) {
  const { timeZone } = useSite();
  const nowMs = useNow();
  const change = (part: Partial<GiftDraft>): void => onChange({ ...gift, ...part });
  return (
    <div className="space-y-4">
      <TextField
        label="Their name"
        error={errorOf('name')}
        value={gift.name}
        onChange={({ target }) => change({ name: target.value })}
        autoComplete="off"
        maxLength={100}
        required
      />
      <TextField
        label="Their email"
        type="email"
        error={errorOf('email')}
        value={gift.email}
        onChange={({ target }) => change({ email: target.value })}
        autoComplete="off"
        maxLength={254}
        required
      />
      <TextArea
        label="Message (optional)"
        error={errorOf('message')}
        value={gift.message ?? ''}
        onChange={({ target }) => change({ message: target.value })}
        rows={3}
        maxLength={500}
      />
      <TextField
        label="Send on (optional)"
        type="date"
        hint={`${sentAtOnce} On a later day it leaves at 8:00 in the morning.`}
        error={errorOf('sendOn')}
        value={gift.sendOn ?? ''}
        onChange={({ target }) => change({ sendOn: target.value === '' ? undefined : target.value })}
        min={dayOf(nowMs, timeZone)}
      />
    </div>
  );
}
