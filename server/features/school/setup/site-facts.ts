import { messages } from '#contract/messages.ts';
import { oldestBrowsers } from '#contract/oldest-browsers.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import { HERO, textsForReader } from '#server/database/translations.ts';
import { switchedOn } from '#server/languages.ts';
import type { Platform } from '#server/platform.ts';
import { imageAddress } from '#server/settings/sections.ts';

export interface SiteFactsNeeds {
  selling: () => Promise<{ isOn: boolean; isTestMode: boolean; ways: SiteFacts['ways'] }>;
  plansOnSale: () => Promise<{ shown: SiteFacts['plans']; chosen: SiteFacts['plans'][number] }>;
  paymentProvider: string;
  /** The published ones. */
  sitePages: () => Promise<SiteFacts['sitePages']>;
  /** Whether the home page has blocks. */
  hasBlocks: () => Promise<boolean>;
}

/** The current data that every page needs before it draws, in the language of its reader. */
export const createSiteFacts =
  (
    { config, settings, clock, database }: Platform,
    { selling, plansOnSale, paymentProvider, sitePages, hasBlocks }: SiteFactsNeeds,
  ) =>
  async (readIn?: string): Promise<SiteFacts> => {
    const { isOn, isTestMode, ways } = await selling();
    const { shown, chosen } = await plansOnSale();
    const pages = await sitePages();
    const thingIds = [HERO, ...shown.map(({ _id }) => _id), ...pages.map(({ slug }) => slug)];
    const wanted = { thingIds, fields: ['name', 'title', 'tagline', 'text'] };
    const texts = await textsForReader({ database, settings }, { language: readIn }, wanted);
    const { brandName, tagline, heroText, aboutText, accent, facebook, instagram, linkedin, x, timeZone } =
      await settings.school();
    const { maxUploadBytes } = await settings.limits();
    const { language, others } = await settings.languages();
    return {
      brandName,
      // The catalogues translate those of a new school.
      tagline: tagline === messages.settings.tagline ? tagline : texts.of(HERO, 'tagline', tagline),
      heroText: heroText === messages.settings.heroText ? heroText : texts.of(HERO, 'text', heroText),
      aboutText,
      accent,
      look: (await settings.look()).look,
      logo: imageAddress((await settings.images()).logo),
      socialLinks: { facebook, instagram, linkedin, x },
      sitePages: pages.map((page) => ({ ...page, title: texts.of(page.slug, 'title', page.title) })),
      hasBlocks: await hasBlocks(),
      currencySymbol: config.currencySymbol,
      plans: shown.map((plan) => ({ ...plan, name: texts.of(plan._id, 'name', plan.name) })),
      priceInPaise: chosen.priceInPaise,
      timeZone,
      year: (await settings.calendar()).yearOf(clock.now()),
      maxUploadBytes,
      paymentProvider,
      isSelling: isOn,
      ways,
      staffConfirms: ways.some((way) => way !== 'online') && (await settings.ways()).staffRecords,
      isTestMode,
      asksBuyerState: (await settings.seller()).gstin !== '',
      sendsEmail: await settings.sendsEmail(),
      renews: chosen.isRenewing,
      loginProvider: (await settings.loginProvider())?.name ?? '',
      isFactorRequired: (await settings.login()).requiresFactor !== 'nobody',
      community: await settings.community(),
      language,
      languages: switchedOn([language, ...others]),
      oldestBrowsers,
    };
  };
