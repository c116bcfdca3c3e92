import { dateFormat, ENGLISH, formatMoment } from '#contract/format.ts';
import { useLocale } from '#web/ui/language/language.tsx';
import { useSite } from '#web/ui/page/site.tsx';

/** A moment in the time zone of this device, which it names: 3 December 2026, 18:00 GMT+5:30. */
export const formatOwnMoment = (instant: string, locale = ENGLISH): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = dateFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(new Date(instant));
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${formatMoment(instant, timeZone, locale)} ${zone}`.trimEnd();
};

/** "India time": the zone of the school, as people call it. */
export const useZoneName = (): string => {
  const { timeZone } = useSite();
  const locale = useLocale();
  const timeZoneName = locale === ENGLISH ? 'shortGeneric' : 'longGeneric';
  const parts = dateFormat(locale, { timeZone, timeZoneName }).formatToParts(0);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return name.replace(/ Time$/, ' time');
};
