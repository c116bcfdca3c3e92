import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { listOf } from '#contract/format.ts';
import { createWriter, say, type Said, type Sentence, valued } from '#contract/languages/say.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import { type ReaderTexts, readInLanguage } from '#server/database/translations.ts';
import { formatPaise } from '#server/money.ts';
import type { Platform } from '#server/platform.ts';
import { escapeMarkdown } from '#server/rich-text/escape-markdown.ts';
import { findTitles } from './site-pages.queries.ts';

type Plan = SiteFacts['plans'][number];

const refundOf = ({ refundDays: count }: Plan): Sentence =>
  count === 0
    ? say('Purchases are not refunded.')
    : say(
        '{count, plural, one {Cancel within # day of purchase and **100%** is refunded.} other {Cancel within # days of purchase and **100%** is refunded.}}',
        { count },
      );

/** Further titles are counted. */
const MAX_TITLES = 5;

const daysOf = (term: Extract<PlanTerm, { count: number }>): Sentence => {
  const { unit, count } = term;
  if (unit === 'day') return say('{count, plural, one {# day} other {# days}}', { count });
  if (unit === 'month') return say('{count, plural, one {# month} other {# months}}', { count });
  return unit === 'year' ? say('{count, plural, one {# year} other {# years}}', { count }) : say('a lifetime');
};

/** Texts of owners say "for {term}". */
const lengthOf = (term: PlanTerm): Sentence =>
  'count' in term ? daysOf(term) : say('the time until {day}', { day: { day: term.date } });

const termOf = (term: PlanTerm): Sentence => {
  if (!('count' in term)) return say('until {day}', { day: { day: term.date } });
  return term.unit === 'lifetime' ? say('without an end date') : say('for {length}', { length: daysOf(term) });
};

const lineOf = ({ isRenewing, priceInPaise }: Plan, line: Sentence['values']): Sentence => {
  if (isRenewing)
    return say('{name}: {opens} {term} for {price}. It renews until you turn off renewal in your profile.', line);
  return priceInPaise === 0
    ? say('{name}: {opens} {term} at no charge. It does not renew by itself.', line)
    : say('{name}: {opens} {term} for {price}. It does not renew by itself.', line);
};

/** What a plan opens, as its readers name it. */
const opensOf = (
  { opens }: Plan,
  { titles, texts, locale }: { titles: ReadonlyMap<string, string>; texts: ReaderTexts; locale: string | undefined },
): Said => {
  if (opens === 'everything') return say('every course');
  const names = opens.courseIds
    .map((id) => escapeMarkdown(texts.of(id, 'title', titles.get(id) ?? '')))
    .filter((name) => name !== '');
  const count = names.length;
  return count > MAX_TITLES
    ? say('{count, plural, one {# course} other {# courses}}', { count })
    : listOf(names, locale);
};

/** The texts of a school that its pages may contain, by name: for a reader, or as in the original. They are current at each call. */
export const createPageValues =
  (
    {
      settings,
      database,
      ownWords,
      config: { currencySymbol },
    }: Pick<Platform, 'settings' | 'database' | 'config' | 'ownWords'>,
    plansOnSale: () => Promise<{ shown: Plan[]; chosen: Plan }>,
  ) =>
  async (reader?: string): Promise<Record<string, string>> => {
    const code = reader ?? SOURCE_LANGUAGE;
    const language = (await ownWords.read()).languageOf(code);
    const write = createWriter(language, {
      money: (inPaise) => formatPaise(inPaise, currencySymbol).replace(/\.00$/, ''),
      date: String,
      time: String,
    });
    const { brandName, contactEmail } = await settings.school();
    const { name, address, gstin } = await settings.seller();
    const lines = address
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const { shown, chosen } = await plansOnSale();
    const courseIds = shown.flatMap(({ opens }) => (opens === 'everything' ? [] : opens.courseIds));
    const titles = await findTitles(database.db, courseIds);
    const thingIds = [...courseIds, ...shown.map(({ _id }) => _id)];
    const texts = await readInLanguage(database.db, reader ?? null, { thingIds, fields: ['title', 'name'] });
    const priceOf = ({ priceInPaise: money }: Plan): Sentence => valued({ money });
    const planLine = (plan: Plan): string => {
      const line = lineOf(plan, {
        name: `**${escapeMarkdown(texts.of(plan._id, 'name', plan.name))}**`,
        opens: opensOf(plan, { titles, texts, locale: code === SOURCE_LANGUAGE ? undefined : language.locale }),
        term: termOf(plan.term),
        price: priceOf(plan),
      });
      return `- ${write(line)}`;
    };
    return {
      school: escapeMarkdown(brandName),
      seller: escapeMarkdown([name === '' ? brandName : name, ...lines].join(', ')),
      gstin,
      contact:
        contactEmail === '' ? `[${write(say('contact form'))}](/contact)` : `[${contactEmail}](mailto:${contactEmail})`,
      plans: shown.map(planLine).join('\n'),
      price: write(priceOf(chosen)),
      term: write(lengthOf(chosen.term)),
      refund: write(refundOf(chosen)),
    };
  };
