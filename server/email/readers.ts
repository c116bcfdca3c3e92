import { normalEmail } from '#contract/email-address.ts';
import type { Language } from '#contract/languages/language.ts';
import { createWriter, type Write } from '#contract/languages/say.ts';
import { pathPrefix, SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { createCalendar, type SchoolCalendar } from '#server/calendar.ts';
import type { Db } from '#server/database/database.ts';
import { chosenAmong, schoolLanguage } from '#server/languages.ts';
import { formatPaise } from '#server/money.ts';
import type { OwnWords } from '#server/own-words.ts';
import type { Settings } from '#server/settings/settings.ts';

/** Writes in a language as the school does, in its time zone. */
export const writerIn = (language: Language, calendar: SchoolCalendar, currencySymbol: string): Write => {
  const locale = language.i18n.locale === SOURCE_LANGUAGE ? undefined : language.locale;
  return createWriter(language, {
    money: (inPaise) => formatPaise(inPaise, currencySymbol).replace(/\.00$/, ''),
    date: (instant, zone) =>
      (zone === undefined || zone === calendar.timeZone ? calendar : createCalendar(zone)).formatDate(
        Date.parse(instant),
        locale,
      ),
    time: (instant) => calendar.formatTime(Date.parse(instant), locale),
  });
};

/** An account, or that with an address. */
export type Reader = { userId: string } | { address: string };

/** An address is looked for as it was typed, and in its normal form. */
const chosenBy = async (db: Db, reader: Reader): Promise<string | null | undefined> => {
  const users = db.selectFrom('users').select('language');
  const row = await (
    'userId' in reader
      ? users.where('id', '=', reader.userId)
      : users.where('email', 'in', [...new Set([reader.address, normalEmail(reader.address)])])
  ).executeTakeFirst();
  return row?.language;
};

/** A language, and the beginning of the addresses of its pages. */
export interface ReadersLanguage {
  code: string;
  prefix: string;
}

/**
 * In which language people read emails: that of the account with the address, otherwise that of the school. One that the school
 * has switched off is kept for when it comes back.
 */
export const createReaders = ({
  settings,
  ownWords,
  config: { currencySymbol },
}: {
  settings: Pick<Settings, 'languages' | 'calendar'>;
  ownWords: Pick<OwnWords, 'read'>;
  config: { currencySymbol: string };
}) => {
  const languageOfSchool = async (db: Db): Promise<string> => schoolLanguage(await settings.languages(db));
  return {
    languageOfSchool,
    languageOf: async (db: Db, reader: Reader): Promise<ReadersLanguage> => {
      const languages = await settings.languages(db);
      const own = chosenAmong(languages, await chosenBy(db, reader));
      if (own !== null) return { code: own, prefix: pathPrefix(own, languages.language) };
      return { code: schoolLanguage(languages), prefix: '' };
    },
    writerIn: async (db: Db, code: string): Promise<Write> =>
      writerIn((await ownWords.read(db)).languageOf(code), await settings.calendar(db), currencySymbol),
  };
};
