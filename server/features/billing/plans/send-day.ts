import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { messages } from '#contract/messages.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import { invalidField } from '#server/errors.ts';
import { isOver } from './term.ts';

/** Gifts of a day are sent at eight in the morning. */
const SENT_AT_HOUR = 8;

/** Throws `validation_failed` for a day that is over, after the end of what is given, or more than a year away; `path` is that of the field. */
export const assertSendDay = (
  sendOn: string | undefined,
  { calendar, now, path, term }: { calendar: SchoolCalendar; now: number; path: string; term?: PlanTerm },
): void => {
  if (sendOn === undefined) return;
  if (term && isOver(term, { today: sendOn })) throw invalidField(path, messages.gifts.dayAfterEnd);
  const isPast = sendOn < calendar.dayOf(now);
  if (!isPast && sendOn <= calendar.dayOf(calendar.add(now, 1, 'year'))) return;
  throw invalidField(path, isPast ? messages.gifts.dayPast : messages.gifts.dayTooLate);
};

/** When a gift is sent: at once without a day. */
export const sendTime = (sendOn: string | null, calendar: SchoolCalendar, now: number): number =>
  sendOn === null ? now : Math.max(now, calendar.nextHour(calendar.startOf(sendOn), SENT_AT_HOUR));
