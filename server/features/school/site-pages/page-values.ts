import { forLengthOf, lengthOf } from '#contract/billing/plan-term.ts';
import { listOf } from '#contract/format.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import { formatPaise } from '#server/money.ts';
import type { Platform } from '#server/platform.ts';
import { escapeMarkdown } from '#server/rich-text/escape-markdown.ts';
import { findTitles } from './site-pages.queries.ts';

type Plans = SiteFacts['plans'];

const refundOf = ({ refundDays }: Plans[number]): string =>
  refundDays === 0
    ? 'Purchases are not refunded.'
    : `Cancel within ${lengthOf({ unit: 'day', count: refundDays })} of purchase and **100%** is refunded.`;

/** Further titles are counted. */
const MAX_TITLES = 5;

/** What a plan opens. */
const opensOf = ({ opens }: Plans[number], titles: ReadonlyMap<string, string>): string => {
  if (opens === 'everything') return 'every course';
  const names = opens.courseIds.map((id) => escapeMarkdown(titles.get(id) ?? '')).filter((name) => name !== '');
  return names.length > MAX_TITLES ? `${names.length} courses` : listOf(names);
};

/** The texts of a school that its pages may contain, by name. They are current at each call. */
export const createPageValues =
  (
    { settings, database, config: { currencySymbol } }: Pick<Platform, 'settings' | 'database' | 'config'>,
    plansOnSale: () => Promise<{ shown: Plans; chosen: Plans[number] }>,
  ) =>
  async (): Promise<Record<string, string>> => {
    const { brandName, contactEmail } = await settings.school();
    const { name, address, gstin } = await settings.seller();
    const lines = address
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const { shown, chosen } = await plansOnSale();
    const priceOf = (plan: Plans[number]): string =>
      formatPaise(plan.priceInPaise, currencySymbol).replace(/\.00$/, '');
    const termOf = ({ term }: Plans[number]): string =>
      term.unit === 'lifetime' ? 'without an end date' : forLengthOf(term);
    const titles = await findTitles(
      database.db,
      shown.flatMap(({ opens }) => (opens === 'everything' ? [] : opens.courseIds)),
    );
    const planLine = (plan: Plans[number]): string => {
      const price = plan.priceInPaise === 0 ? 'at no charge' : `for ${priceOf(plan)}`;
      const renewal = plan.isRenewing
        ? 'It renews until you turn off renewal in your profile.'
        : 'It does not renew by itself.';
      return `- **${escapeMarkdown(plan.name)}**: ${opensOf(plan, titles)} ${termOf(plan)} ${price}. ${renewal}`;
    };
    return {
      school: escapeMarkdown(brandName),
      seller: escapeMarkdown([name === '' ? brandName : name, ...lines].join(', ')),
      gstin,
      contact: contactEmail === '' ? '[contact form](/contact)' : `[${contactEmail}](mailto:${contactEmail})`,
      plans: shown.map(planLine).join('\n'),
      price: priceOf(chosen),
      // Texts of owners say "for {term}".
      term: chosen.term.unit === 'until' ? `the time ${lengthOf(chosen.term)}` : lengthOf(chosen.term),
      refund: refundOf(chosen),
    };
  };
