import type { SiteFacts } from '#contract/setup.ts';
import type { Config } from '#server/config.ts';
import type { Settings } from '#server/settings/settings.ts';

export interface SiteFactsNeeds {
  selling: () => Promise<{ isOn: boolean; isTestMode: boolean }>;
  plan: { price: { amountInPaise: number } };
  paymentProvider: string;
}

/** What every page needs before it draws, as it stands now. */
export const createSiteFacts =
  (
    config: Pick<Config, 'currencySymbol' | 'subscriptionCycles'>,
    settings: Pick<Settings, 'school' | 'seller' | 'limits'>,
    { selling, plan, paymentProvider }: SiteFactsNeeds,
  ) =>
  async (): Promise<SiteFacts> => {
    const { isOn, isTestMode } = await selling();
    const { brandName, tagline, heroText, facebook, instagram, linkedin, x, timeZone } = await settings.school();
    const { maxUploadBytes } = await settings.limits();
    return {
      brandName,
      tagline,
      heroText,
      socialLinks: { facebook, instagram, linkedin, x },
      currencySymbol: config.currencySymbol,
      priceInPaise: plan.price.amountInPaise,
      timeZone,
      maxUploadBytes,
      paymentProvider,
      isSelling: isOn,
      isTestMode,
      asksBuyerState: (await settings.seller()).gstin !== '',
      renews: config.subscriptionCycles > 1,
    };
  };
