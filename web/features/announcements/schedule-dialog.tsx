import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { DAY_MS } from '#contract/durations.ts';
import { messages } from '#contract/messages.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useZoneName } from '#web/ui/text/own-time.ts';
import { dayOf, instantOf } from '#web/ui/text/days.ts';
import { useNow } from '#web/ui/use-now.ts';

interface ScheduleDialogProps {
  onChoose: (sendAt: string) => void;
  onClose: () => void;
}

/** The day and the time, of the school's time zone; tomorrow morning at first. */
export function ScheduleDialog({ onChoose, onClose }: ScheduleDialogProps) {
  const { t } = useLingui();
  const { timeZone } = useSite();
  const zone = useZoneName();
  const nowMs = useNow();
  const [day, setDay] = useState(() => dayOf(serverNow() + DAY_MS, timeZone));
  const [time, setTime] = useState('09:00');
  const [error, setError] = useState<string>();
  return (
    <FormDialog
      title={t`When should it be sent?`}
      lead={
        <p>
          <Trans>In the time zone of the school, {zone}.</Trans>
        </p>
      }
      confirmLabel={t({ message: 'Schedule', context: 'announcement' })}
      formError={error}
      isBusy={false}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        const sendAt = day === '' || time === '' ? '' : instantOf(`${day}T${time}:00`, timeZone);
        if (sendAt === '' || Date.parse(sendAt) <= serverNow()) setError(messages.announcements.pastMoment);
        else onChoose(sendAt);
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Day`}
          type="date"
          min={dayOf(nowMs, timeZone)}
          value={day}
          data-first=""
          onChange={({ target }) => setDay(target.value)}
        />
        <TextField label={t`Time`} type="time" value={time} onChange={({ target }) => setTime(target.value)} />
      </div>
    </FormDialog>
  );
}
