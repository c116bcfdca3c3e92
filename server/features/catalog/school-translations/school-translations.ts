import type { LanguageCounts, SchoolTranslations } from '#contract/catalog/translations.ts';
import { z } from 'zod';
import { Block, mapBlockTexts } from '#contract/catalog/page-blocks.ts';
import { messages } from '#contract/messages.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { CATALOG_TOPIC, SCHOOL_TEXTS_TOPIC, SITE_PAGES_TOPIC } from '#server/database/topics.ts';
import { HERO, thingOfBlock } from '#server/database/translations.ts';
import { fail, invalidField } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { hasLanguage, switchedOn } from '#server/languages.ts';
import type { Platform } from '#server/platform.ts';
import {
  type Change,
  countStates,
  type Original,
  originalsOf,
  recordTexts,
  storeTexts,
  type Texts,
  withStates,
} from '../translated-texts.ts';
import {
  deleteOfHome,
  listSchoolOriginals,
  listSchoolTranslations,
  setLanguage,
} from './school-translations.queries.ts';

const unknown = messages.translations.unknownOfSchool;

interface SchoolOriginal extends Original {
  /** In which it is written. */
  language: string;
}

const textsOfBlock = (block: Block): Texts => {
  const texts: Record<string, string> = {};
  mapBlockTexts(block, (name, text) => (texts[name] = text));
  return texts;
};

/** Those of a new school are in the catalogues. */
const unlessStandard = (text: string, standard: string): string => (text === standard ? '' : text);

/** The texts of the home page, pages, plans and announcements. */
const readOriginals = async (db: Db, settings: Platform['settings']): Promise<SchoolOriginal[]> => {
  const { blocks, pages, plans, announcements } = await listSchoolOriginals(db);
  const { tagline, heroText } = await settings.school(db);
  const { home, language: ofSchool } = await settings.languages(db);
  const { tagline: firstTagline, heroText: firstText } = messages.settings;
  const hero = { tagline: unlessStandard(tagline, firstTagline), text: unlessStandard(heroText, firstText) };
  const of =
    (kind: SchoolOriginal['kind']) =>
    ({ id, language, ...texts }: { id: string; language: string } & Record<string, string>): SchoolOriginal[] =>
      originalsOf(kind, id, texts).map((original) => ({ ...original, language }));
  const ofHome = [
    ...originalsOf('home', HERO, hero),
    ...z
      .array(Block)
      .parse(JSON.parse(blocks))
      .flatMap((block) => originalsOf('block', thingOfBlock(block.id), textsOfBlock(block))),
  ];
  return [
    ...ofHome.map((original) => ({ ...original, language: home ?? ofSchool })),
    ...pages.flatMap(of('page')),
    ...plans.flatMap(of('plan')),
    ...announcements.flatMap(of('announcement')),
  ];
};

const writtenElsewhere = (originals: readonly SchoolOriginal[], code: string): SchoolOriginal[] =>
  originals.filter(({ language }) => language !== code);

const read = async (
  db: Db,
  originals: readonly SchoolOriginal[],
  code: string,
): Promise<SchoolTranslations['texts']> => {
  const rows = (await listSchoolTranslations(db)).filter(({ language }) => language === code);
  const texts = withStates(originals, rows);
  return Object.fromEntries(
    originals.flatMap(({ key, language }) =>
      texts[key] ? [[key, { ...texts[key], originalLanguage: language }]] : [],
    ),
  );
};

/** The texts of the school that belong to no course, in further languages, as admins write them. */
export const createSchoolTranslations = ({
  database,
  clock,
  settings,
}: Pick<Platform, 'database' | 'clock' | 'settings'>) => {
  const assertLanguage = async (language: string): Promise<void> => {
    if (!hasLanguage(await settings.languages(), language))
      throw invalidField('language', messages.settings.badLanguage);
  };

  const list = async (language: string, db: Db = database.db): Promise<SchoolTranslations> => ({
    language,
    texts: await read(db, writtenElsewhere(await readOriginals(db, settings), language), language),
  });

  const setHome = async (tx: Tx, language: string): Promise<void> => {
    await settings.change(tx, 'languages', { ...(await settings.languages(tx)), home: language });
    await deleteOfHome(tx, language);
    await database.topics.raise(tx, CATALOG_TOPIC);
  };

  return {
    /** Throws `validation_failed` for a language that the school does not have. */
    list: async (language: string): Promise<SchoolTranslations> => {
      await assertLanguage(language);
      return list(language);
    },

    /** Throws `validation_failed` for a text that the school does not have, and changes nothing then. */
    save: async ({ id: userId }: Actor, change: Change): Promise<SchoolTranslations> => {
      const { language } = change;
      await assertLanguage(language);
      return database.transaction(async (tx) => {
        // A raised topic is a locked row: changes come one after the other.
        await database.topics.raise(tx, SCHOOL_TEXTS_TOPIC);
        const before = await list(language, tx);
        const originals = writtenElsewhere(await readOriginals(tx, settings), language);
        await storeTexts(tx, originals, change, { courseId: null, userId, now: clock.now(), unknown });
        // Blocks are cached as courses are.
        if (originals.some(({ key, kind }) => kind === 'block' && change.texts[key] !== undefined))
          await database.topics.raise(tx, CATALOG_TOPIC);
        const after = await list(language, tx);
        recordTexts(change, before.texts, after.texts);
        return after;
      });
    },

    /** Throws `validation_failed` for a thing that the school does not have, and changes nothing then. */
    setOriginals: async (language: string, things: readonly string[]): Promise<SchoolTranslations> => {
      await assertLanguage(language);
      return database.transaction(async (tx) => {
        await database.topics.raise(tx, SCHOOL_TEXTS_TOPIC);
        await database.topics.raise(tx, SITE_PAGES_TOPIC);
        const originals = await readOriginals(tx, settings);
        const found = things.map((thing) => originals.find(({ key }) => key.split('.', 2).join('.') === thing));
        const details = found.flatMap((original, index) =>
          original ? [] : [{ path: `things.${index}`, message: unknown }],
        );
        if (details.length > 0) throw fail('validation_failed', { message: unknown, details });
        recordChange({ after: { originals: `${language}: ${things.join(', ')}` } });
        for (const original of found) {
          if (original?.kind === 'home' || original?.kind === 'block') await setHome(tx, language);
          else if (original) await setLanguage(tx, original, { language, now: clock.now() });
        }
        return list(language, tx);
      });
    },

    /** How many texts have which state, for each language of the school in which one of them is not written. */
    count: async (): Promise<z.output<typeof LanguageCounts>[]> => {
      const { language: main, others } = await settings.languages();
      const originals = await readOriginals(database.db, settings);
      const rows = Map.groupBy(await listSchoolTranslations(database.db), ({ language }) => language);
      return switchedOn([main, ...others]).flatMap(({ code }) => {
        const wanted = writtenElsewhere(originals, code);
        return wanted.length === 0 ? [] : [{ language: code, ...countStates(wanted, rows.get(code) ?? []) }];
      });
    },
  };
};
