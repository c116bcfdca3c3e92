import { oldestBrowsers } from '#contract/oldest-browsers.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
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

/** The current data that every page needs before it draws. */
export const createSiteFacts =
  (
    { config, settings, clock }: Platform,
    { selling, plansOnSale, paymentProvider, sitePages, hasBlocks }: SiteFactsNeeds,
  ) =>
  async (): Promise<SiteFacts> => {
    const { isOn, isTestMode, ways } = await selling();
    const { shown, chosen } = await plansOnSale();
    const { brandName, tagline, heroText, aboutText, accent, facebook, instagram, linkedin, x, timeZone } =
      await settings.school();
    const { maxUploadBytes } = await settings.limits();
    const { language, others } = await settings.languages();
    return {
      brandName,
      tagline,
      heroText,
      aboutText,
      accent,
      look: (await settings.look()).look,
      logo: imageAddress((await settings.images()).logo),
      socialLinks: { facebook, instagram, linkedin, x },
      sitePages: await sitePages(),
      hasBlocks: await hasBlocks(),
      currencySymbol: config.currencySymbol,
      plans: shown,
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
