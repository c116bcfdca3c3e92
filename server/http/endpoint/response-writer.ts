import type { Language } from '#contract/languages/language.ts';
import { createWriter, type Write } from '#contract/languages/say.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { createCalendar, type SchoolCalendar } from '#server/calendar.ts';
import { formatPaise } from '#server/money.ts';

/** Writes the sentences of responses: amounts have their paise, as programs have always read them. */
export const responseWriter = (language: Language, calendar: SchoolCalendar, currencySymbol: string): Write => {
  const locale = language.i18n.locale === SOURCE_LANGUAGE ? undefined : language.locale;
  return createWriter(language, {
    money: (inPaise) => formatPaise(inPaise, currencySymbol),
    date: (instant, zone) =>
      (zone === undefined ? calendar : createCalendar(zone)).formatDate(Date.parse(instant), locale),
    time: (instant) => calendar.formatTime(Date.parse(instant), locale),
  });
};
