import { formatMoment } from '#contract/format.ts';

/** A moment in the time zone of this device, which it names: 3 December 2026, 18:00 GMT+5:30. */
export const formatOwnMoment = (instant: string): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(new Date(instant));
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${formatMoment(instant, timeZone)} ${zone}`.trimEnd();
};
