import { createWriter, type Write } from '#contract/languages/say.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { createCalendar, type SchoolCalendar } from '#server/calendar.ts';
import { languageOf } from '#server/languages.ts';
import { formatPaise } from '#server/money.ts';

/** Writes the sentences of responses: amounts have their paise, as programs have always read them. */
export const responseWriter = (code: string, calendar: SchoolCalendar, currencySymbol: string): Write => {
  const language = languageOf(code);
  const locale = code === SOURCE_LANGUAGE ? undefined : language.locale;
  return createWriter(language, {
    money: (inPaise) => formatPaise(inPaise, currencySymbol),
    date: (instant, zone) =>
      (zone === undefined ? calendar : createCalendar(zone)).formatDate(Date.parse(instant), locale),
    time: (instant) => calendar.formatTime(Date.parse(instant), locale),
  });
};
