import {
  EMAIL_TEXT_IDS,
  type EmailText,
  type EmailTextId,
  EmailWording,
  inOneBrace,
} from '#contract/school/email-texts.ts';
import { english, type Language } from '#contract/languages/language.ts';
import type { Db } from '#server/database/database.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';
import { createCalendar } from '#server/calendar.ts';
import type { OwnWords } from '#server/own-words.ts';
import type { WrittenEmail } from './layout.ts';
import { writerIn } from './readers.ts';
import { type Email, written } from './written.ts';
import { inTwoBraces, problemOf, reword, type Variable, variablesOf, wordingOf } from './wording.ts';

interface Definition {
  composed: Email;
  needed: readonly string[];
}

/** A definition in one language. */
interface Example {
  email: WrittenEmail;
  standard: EmailWording;
  variables: Variable[];
}

/**
 * The texts that owners gave to emails. An email without one, or with one that cannot be used, keeps its default, which an owner
 * sees in the language of the school.
 */
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
  exampleOf(db: Db, id: EmailTextId, wording: EmailWording, school: string): Promise<WrittenEmail | undefined>;
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

interface Languages {
  languageOfSchool: (db: Db) => Promise<string>;
  ownWords: Pick<OwnWords, 'read'>;
}

export const createEmailTexts = (currencySymbol: string, { languageOfSchool, ownWords }: Languages): EmailTexts => {
  const calendar = createCalendar('Asia/Kolkata');
  const definitions = new Map<string, Definition>();
  /** By language as the school says it. */
  const examples = new WeakMap<Language, Map<string, Example>>();
  const ofSchool = async (db: Db): Promise<Language> =>
    (await ownWords.read(db)).languageOf(await languageOfSchool(db));

  /** Written once, as it depends on nothing else. */
  const exampleIn = (language: Language, id: string): Example | undefined => {
    const known = examples.get(language) ?? new Map<string, Example>();
    examples.set(language, known);
    const definition = definitions.get(id);
    if (!definition || known.has(id)) return known.get(id);
    const { composed, needed } = definition;
    const write = writerIn(language, calendar, currencySymbol);
    const email = { ...written(composed, write), language: language.i18n.locale };
    const example = { email, standard: wordingOf(email), variables: variablesOf(email, needed) };
    known.set(id, example);
    return example;
  };
  /** The names of variables are the same in every language. */
  const variablesIn = (id: string): Variable[] => exampleIn(english, id)?.variables ?? [];

  const shown = (language: Language, id: EmailTextId, stored: EmailWording | undefined): EmailText | undefined => {
    const example = exampleIn(language, id);
    if (!example) return undefined;
    const { standard, variables } = example;
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
      if (composed.wording === undefined) throw new TypeError('an example without a wording');
      definitions.set(composed.wording.id, { composed, needed });
    },

    list: async (db) => {
      const rows = await db
        .selectFrom('settings')
        .select(['name', 'value'])
        .where('name', 'in', EMAIL_TEXT_IDS.map(rowName))
        .execute();
      const stored = new Map(rows.map(({ name, value }) => [name, fromRow(value)]));
      const language = await ofSchool(db);
      return EMAIL_TEXT_IDS.flatMap((id) => shown(language, id, stored.get(rowName(id))) ?? []);
    },

    find: async (db, id) => shown(await ofSchool(db), id, await findWording(db, id)),

    check: (id, wording) => problemOf(wording, variablesIn(id)),

    store: async (tx, id, wording, now) => {
      const { standard } = exampleIn(await ofSchool(tx), id) ?? {};
      const isStandard = JSON.stringify(wording) === JSON.stringify(standard);
      if (wording && !isStandard) await storeValue(tx, rowName(id), toRow(wording), now);
      else await tx.deleteFrom('settings').where('name', '=', rowName(id)).execute();
    },

    exampleOf: async (db, id, wording, school) => {
      const example = exampleIn(await ofSchool(db), id);
      return example && reword(example.email, wording, school);
    },

    apply: async (db, email, school) => {
      if (!email.wording || !definitions.has(email.wording.id)) return email;
      const { id } = email.wording;
      const wording = await findWording(db, id);
      return wording && !problemOf(wording, variablesIn(id)) ? reword(email, wording, school) : email;
    },
  };
};
