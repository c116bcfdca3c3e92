import {
  EMAIL_TEXT_IDS,
  type EmailText,
  type EmailTextId,
  EmailWording,
  inOneBrace,
} from '#contract/school/email-texts.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import type { Db } from '#server/database/database.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';
import { createCalendar } from '#server/calendar.ts';
import type { WrittenEmail } from './layout.ts';
import { writerIn } from './readers.ts';
import { type Email, written } from './written.ts';
import { inTwoBraces, problemOf, reword, type Variable, variablesOf, wordingOf } from './wording.ts';

interface Definition {
  composed: Email;
  example: WrittenEmail;
  standard: EmailWording;
  variables: Variable[];
}

/** The texts that owners gave to emails. An email without one, or with one that cannot be used, keeps its default. */
export interface EmailTexts {
  /**
   * Makes the text of an email changeable: an example of it, whose values become variables, and the variables that no text may
   * leave out.
   */
  define(example: Email, needed?: readonly string[]): void;
  list(db: Db): Promise<EmailText[]>;
  find(db: Db, id: EmailTextId): Promise<EmailText | undefined>;
  /** Why a wording cannot be used, and its field. */
  check(id: EmailTextId, wording: EmailWording): ReturnType<typeof problemOf>;
  /** The default when undefined, or when it is the same. */
  store(tx: Db, id: EmailTextId, wording: EmailWording | undefined, now: number): Promise<void>;
  /** The example with a wording. */
  exampleOf(id: EmailTextId, wording: EmailWording, school: string): WrittenEmail | undefined;
  /** The example in the default wording of a language. */
  exampleIn(id: EmailTextId, code: string): WrittenEmail | undefined;
  /** The email as the owner words it. */
  apply(db: Db, email: WrittenEmail, school: string): Promise<WrittenEmail>;
}

const mapWording = ({ subject, heading, text }: EmailWording, map: (text: string) => string): EmailWording => ({
  subject: map(subject),
  heading: map(heading),
  text: map(text),
});

const fromRow = (value: string): EmailWording => mapWording(EmailWording.parse(JSON.parse(value)), inOneBrace);
/** As versions before read it. */
const toRow = (wording: EmailWording): string => JSON.stringify(mapWording(wording, inTwoBraces));

const rowName = (id: string): string => `email_text.${id}`;

const findWording = async (db: Db, id: string): Promise<EmailWording | undefined> => {
  const value = await findValue(db, rowName(id));
  return value === undefined ? undefined : fromRow(value);
};

export const createEmailTexts = (currencySymbol: string): EmailTexts => {
  const calendar = createCalendar('Asia/Kolkata');
  const write = writerIn(SOURCE_LANGUAGE, calendar, currencySymbol);
  const definitions = new Map<string, Definition>();

  const shown = (id: EmailTextId, stored: EmailWording | undefined): EmailText | undefined => {
    const definition = definitions.get(id);
    if (!definition) return undefined;
    const { standard, variables } = definition;
    const problem = stored && problemOf(stored, variables)?.message;
    return {
      id,
      ...(stored ?? standard),
      standard,
      variables,
      isChanged: stored !== undefined,
      problem: problem ?? null,
    };
  };

  return {
    define: (composed, needed = []) => {
      const example = written(composed, write);
      if (example.wording === undefined) throw new TypeError('an example without a wording');
      const variables = variablesOf(example, needed);
      definitions.set(example.wording.id, { composed, example, standard: wordingOf(example), variables });
    },

    list: async (db) => {
      const rows = await db
        .selectFrom('settings')
        .select(['name', 'value'])
        .where('name', 'in', EMAIL_TEXT_IDS.map(rowName))
        .execute();
      const stored = new Map(rows.map(({ name, value }) => [name, fromRow(value)]));
      return EMAIL_TEXT_IDS.flatMap((id) => shown(id, stored.get(rowName(id))) ?? []);
    },

    find: async (db, id) => shown(id, await findWording(db, id)),

    check: (id, wording) => problemOf(wording, definitions.get(id)?.variables ?? []),

    store: async (tx, id, wording, now) => {
      const isStandard = JSON.stringify(wording) === JSON.stringify(definitions.get(id)?.standard);
      if (wording && !isStandard) await storeValue(tx, rowName(id), toRow(wording), now);
      else await tx.deleteFrom('settings').where('name', '=', rowName(id)).execute();
    },

    exampleOf: (id, wording, school) => {
      const example = definitions.get(id)?.example;
      return example && reword(example, wording, school);
    },

    exampleIn: (id, code) => {
      const composed = definitions.get(id)?.composed;
      return composed && { ...written(composed, writerIn(code, calendar, currencySymbol)), language: code };
    },

    apply: async (db, email, school) => {
      const definition = email.wording && definitions.get(email.wording.id);
      if (!email.wording || !definition) return email;
      const wording = await findWording(db, email.wording.id);
      return wording && !problemOf(wording, definition.variables) ? reword(email, wording, school) : email;
    },
  };
};
