import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { calendarQuery } from '#web/api/calendar-query.ts';
import { call } from '#web/api/call.ts';
import { Part } from './part.tsx';
import { PrivateAddress } from './private-address.tsx';

const said = messages.calendar;

/** The live classes of the user as a calendar; nothing while none is to come. */
export function ClassCalendar() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const calendar = useQuery(calendarQuery()).data;
  if (!calendar || calendar.classes === 0) return null;
  const { classes } = calendar;
  const url = `${calendar.address}/classes.ics`;
  return (
    <Part
      title={t`Live classes in your calendar`}
      aside={
        <span className="text-sm text-muted">
          <Plural value={classes} one="# class to come" other="# classes to come" />
        </span>
      }
    >
      <p className="mb-5 text-muted">
        <Trans>A calendar with this address shows your live classes, also when they are moved or cancelled.</Trans>
      </p>
      <div className="grid max-w-2xl gap-4">
        <PrivateAddress
          url={url}
          hint={t`Only for you. It shows your classes and their times, never their links.`}
          copied={said.copied}
          warning={t`The address before stops working. Add the new one to your calendar.`}
          renew={() => call('POST /user/calendar/renew')}
          messages={{ success: said.renewed, error: said.renewFailed }}
          onRenewed={(renewed) => queryClient.setQueryData(calendarQuery().queryKey, renewed)}
        >
          <a className="btn btn-primary" href={url.replace(/^https?:/, 'webcal:')}>
            <CalendarPlus size={19} aria-hidden="true" />
            <Trans>Add to calendar</Trans>
          </a>
        </PrivateAddress>
      </div>
    </Part>
  );
}
