import type { z } from 'zod';
import { ACCEPTED_BY_BUYERS } from '#contract/accepted-pages.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import type { RichText } from '#contract/rich-text.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import type { EditedSitePage, SitePageEntry, sitePages } from '#contract/school/site-pages.ts';
import { toInstant } from '#server/clock.ts';
import { recordChange } from '#server/audit/context.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import type { Db } from '#server/database/database.ts';
import { SCHOOL_TEXTS_TOPIC, SITE_PAGES_TOPIC as TOPIC } from '#server/database/topics.ts';
import { deleteTranslations, type TextReader, textsForReader } from '#server/database/translations.ts';
import type { SitePageRow, SitePageVersionRow } from '#server/database/tables/school.ts';
import { fail } from '#server/errors.ts';
import { hasOneLanguage } from '#server/languages.ts';
import type { Platform } from '#server/platform.ts';
import { readMarkdown } from '#server/rich-text/rich-text.ts';
import { createConsents, type PublishedPage } from './consents.ts';
import { builtIn, builtInPages } from './built-in-pages.ts';
import { fillValues } from '#contract/text-values.ts';
import { keepsStandardText, languageOf, type Written } from './page-language.ts';
import { createPageValues } from './page-values.ts';
import {
  askedVersions,
  countConsents,
  deletePage,
  findDraft,
  insertVersion,
  hasTranslation,
  listDrafts,
  listPublished,
  storeDraft,
  versionsOf,
} from './site-pages.queries.ts';

const MAX_OWN_PAGES = 30;
const MAX_SLUG_CHARACTERS = 60;

type SitePage = z.output<typeof sitePages.read.response>['sitePage'];
type Text = Pick<SitePageRow, 'title' | 'body'>;

export interface SitePagesNeeds {
  plansOnSale: () => Promise<{ shown: SiteFacts['plans']; chosen: SiteFacts['plans'][number] }>;
  /** Purchases between two moments, in milliseconds. */
  countPurchases: (fromMs: number, untilMs: number) => Promise<number>;
}

/**
 * The pages that the owner writes as Markdown: drafts, and versions that visitors read. A value in a text, such as the price,
 * is always the current one; another value makes another version. Calls with the slug of no page throw `site_page_not_found`.
 */
export type SitePages = ReturnType<typeof createSitePages>;

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_CHARACTERS)
    .replaceAll(/^-|-$/g, '') || 'page';

/** For the audit. */
const sizeOf = ({ title, body }: Text) => ({ title, characters: body.length });

const isChanged = (draft: Text, published: Text | undefined): boolean =>
  draft.title !== published?.title || draft.body !== published.body;

export const createSitePages = (
  {
    database,
    clock,
    settings,
    config,
    ownWords,
  }: Pick<Platform, 'database' | 'clock' | 'settings' | 'config' | 'ownWords'>,
  { plansOnSale, countPurchases }: SitePagesNeeds,
) => {
  const { db, topics } = database;
  const valuesFor = createPageValues({ settings, database, config, ownWords }, plansOnSale);

  /** In the language in which the page is written. */
  const valuesOf = (slug: string, text: Written): Promise<Record<string, string>> => {
    const language = languageOf(slug, text);
    return valuesFor(language === SOURCE_LANGUAGE ? undefined : language);
  };

  const published = cachedByTopic(database, TOPIC, async (from) => {
    const drafts = await listDrafts(from);
    const order = [...builtInPages, ...drafts].map(({ slug }) => slug);
    const languages = new Map(drafts.map(({ slug, language }) => [slug, language]));
    const asked = new Map((await askedVersions(from)).map(({ slug, number }) => [slug, number]));
    return (await listPublished(from))
      .map((version) => ({
        ...version,
        askedVersion: asked.get(version.slug) ?? 0,
        language: languages.get(version.slug),
      }))
      .toSorted((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug));
  });

  /** Stores the next version of a page, one at a time: a raised topic is a locked row. `nextText` returns undefined for none. */
  const addVersion = async (
    slug: string,
    filled: Record<string, string>,
    nextText: (latest: SitePageVersionRow | undefined) => Text | undefined,
    asksAgain = false,
  ): Promise<SitePageVersionRow | undefined> => {
    return database.transaction(async (tx) => {
      await topics.raise(tx, TOPIC);
      const [latest] = await versionsOf(tx, slug);
      const found = nextText(latest);
      if (!found) return latest;
      recordChange({ name: slug, before: { version: latest?.number }, after: { version: (latest?.number ?? 0) + 1 } });
      const { title, body } = found;
      const text = fillValues(body, filled);
      const version = { slug, number: (latest?.number ?? 0) + 1, title, body, text, published_at: clock.now() };
      const row = { ...version, asks_again: asksAgain ? 1 : 0 };
      await insertVersion(tx, row);
      return row;
    });
  };

  /** The version that visitors read now: a new one where a value has changed since. */
  const currentVersion = async (slug: string): Promise<(SitePageVersionRow & Written) | undefined> => {
    const known = (await published()).find((version) => version.slug === slug);
    if (!known) return undefined;
    const filled = await valuesOf(slug, known);
    if (fillValues(known.body, filled) === known.text) return known;
    const version = await addVersion(slug, filled, (latest) => (latest?.number === known.number ? known : undefined));
    return version && { ...version, language: known.language };
  };

  /** The draft, or the text that the page begins with. */
  const textOf = async (slug: string, draft: Text | undefined): Promise<Text> => {
    if (draft) return draft;
    const page = builtIn(slug);
    if (!page) throw fail('site_page_not_found');
    const { aboutText } = await settings.school();
    return slug === 'about' && aboutText !== '' ? { ...page, body: aboutText } : page;
  };

  const draftOf = async (slug: string): Promise<Text & Written> => {
    const draft = await findDraft(db, slug);
    return { ...(await textOf(slug, draft)), ...(draft && { language: draft.language }) };
  };

  const toEntry = (slug: string, draft: Text, latest: SitePageVersionRow | undefined): SitePageEntry => ({
    slug,
    title: draft.title,
    isBuiltIn: builtIn(slug) !== undefined,
    version: latest?.number ?? 0,
    isChanged: isChanged(draft, latest),
  });

  const open = async (slug: string): Promise<EditedSitePage> => {
    const draft = await draftOf(slug);
    await currentVersion(slug);
    const versions = await versionsOf(db, slug);
    const people = new Map((await countConsents(db, slug)).map((row) => [row.version, row.people]));
    const purchasesOf = async (index: number): Promise<number | null> =>
      ACCEPTED_BY_BUYERS.includes(slug)
        ? countPurchases(versions[index]?.published_at ?? 0, versions[index - 1]?.published_at ?? clock.now() + 1)
        : null;
    return {
      ...toEntry(slug, draft, versions[0]),
      body: draft.body,
      versions: await Promise.all(
        versions.map(async ({ number, title, body, published_at: at, asks_again: asksAgain }, index) => ({
          number,
          title,
          body,
          publishedAt: toInstant(at),
          purchases: await purchasesOf(index),
          people: people.get(number) ?? 0,
          asksAgain: asksAgain === 1,
        })),
      ),
      values: Object.entries(await valuesOf(slug, draft)).map(([name, text]) => ({ name, text })),
    };
  };

  const store = async (to: Db, slug: string, { title, body }: Text): Promise<void> => {
    const now = clock.now();
    const { language: ofSchool } = await settings.languages(to);
    // The standard text is English; one that was translated into the language of the school stays in it.
    const isEnglish =
      keepsStandardText(slug, body) || (builtIn(slug) !== undefined && (await hasTranslation(to, slug, ofSchool)));
    const language = isEnglish ? SOURCE_LANGUAGE : ofSchool;
    await storeDraft(to, { slug, title, body, language, created_at: now, updated_at: now });
  };

  const publishedPages = async (): Promise<PublishedPage[]> =>
    (await published()).map(({ slug, title, number: version, askedVersion, published_at: publishedAt }) => ({
      slug,
      title,
      version,
      askedVersion,
      publishedAt,
    }));

  return {
    /** The published pages, those of every school first. */
    published: publishedPages,

    /**
     * The published version, as visitors read it. What buyers accept is shown in another language only where exactly these words
     * were translated.
     */
    read: async (slug: string, reader: TextReader): Promise<SitePage> => {
      const version = await currentVersion(slug);
      if (!version) throw fail('site_page_not_found');
      const { title, number, body, published_at: at } = version;
      const texts = await textsForReader({ database, settings }, reader, { thingIds: [slug], kind: 'page' });
      const written = texts.of(slug, 'body', body);
      const read = ACCEPTED_BY_BUYERS.includes(slug) ? texts.exactly(slug, 'body', body) : written;
      // Its values are in the language of the reader, also where nothing else is in it.
      const isTranslated = texts.has(slug, 'body') && read === written;
      const original = languageOf(slug, version);
      const isNoted = !isTranslated && original !== texts.language && !hasOneLanguage(await settings.languages());
      return {
        slug,
        title: texts.of(slug, 'title', title),
        content: readMarkdown(
          isTranslated ? fillValues(read, await valuesFor(texts.language ?? undefined)) : version.text,
        ),
        version: number,
        publishedAt: toInstant(at),
        language: isNoted ? original : null,
      };
    },

    list: async (): Promise<SitePageEntry[]> => {
      const versions = await published();
      const drafts = new Map((await listDrafts(db)).map((draft) => [draft.slug, draft]));
      const slugs = new Set([...builtInPages.map(({ slug }) => slug), ...drafts.keys()]);
      return Promise.all(
        [...slugs].map(async (slug) =>
          toEntry(
            slug,
            await textOf(slug, drafts.get(slug)),
            versions.find((version) => version.slug === slug),
          ),
        ),
      );
    },

    /** Throws `too_many_site_pages`. */
    create: async (title: string): Promise<EditedSitePage> => {
      const slug = await database.transaction(async (tx) => {
        await topics.raise(tx, TOPIC);
        const taken = new Set([...builtInPages, ...(await listDrafts(tx))].map((page) => page.slug));
        if (taken.size >= MAX_OWN_PAGES + builtInPages.length) throw fail('too_many_site_pages');
        const wanted = slugOf(title);
        let free = wanted;
        for (let number = 2; taken.has(free); number += 1) free = `${wanted}-${number}`;
        await store(tx, free, { title, body: `## ${title}` });
        return free;
      });
      return open(slug);
    },

    open,

    save: async (slug: string, text: Text): Promise<EditedSitePage> => {
      recordChange({ name: slug, before: sizeOf(await draftOf(slug)), after: sizeOf(text) });
      await store(db, slug, text);
      return open(slug);
    },

    /** A draft that equals the published version changes nothing. */
    publish: async (slug: string, asksAgain: boolean): Promise<EditedSitePage> => {
      const draft = await draftOf(slug);
      const filled = await valuesOf(slug, draft);
      await addVersion(slug, filled, (latest) => (isChanged(draft, latest) ? draft : undefined), asksAgain);
      return open(slug);
    },

    /** Throws `site_page_built_in` for a page of every school. */
    remove: async (slug: string): Promise<void> => {
      if (builtIn(slug)) throw fail('site_page_built_in');
      const draft = await findDraft(db, slug);
      if (!draft) throw fail('site_page_not_found');
      recordChange({ name: slug, before: sizeOf(draft) });
      await database.transaction(async (tx) => {
        await deletePage(tx, slug);
        await topics.raise(tx, TOPIC);
        await topics.raise(tx, SCHOOL_TEXTS_TOPIC);
        await deleteTranslations(tx, [slug]);
      });
    },

    preview: async (body: string): Promise<RichText> => readMarkdown(fillValues(body, await valuesFor())),
    consents: createConsents({ database, clock }, publishedPages),
  };
};
