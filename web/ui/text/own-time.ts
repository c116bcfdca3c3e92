import { dateFormat, ENGLISH, formatMoment } from '#contract/format.ts';

/** A moment in the time zone of this device, which it names: 3 December 2026, 18:00 GMT+5:30. */
export const formatOwnMoment = (instant: string, locale = ENGLISH): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = dateFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(new Date(instant));
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${formatMoment(instant, timeZone, locale)} ${zone}`.trimEnd();
};

/** "India time": of the zone of a school, as people call it. */
export const zoneNameOf = (timeZone: string): string => {
  const parts = dateFormat('en-GB', { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(0);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return name.replace(/ Time$/, ' time');
};
