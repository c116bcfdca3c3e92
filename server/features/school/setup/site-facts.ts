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
    config: Pick<Config, 'currencySymbol' | 'timeZone' | 'maxUploadBytes' | 'subscriptionCycles'>,
    settings: Pick<Settings, 'school' | 'seller'>,
    { selling, plan, paymentProvider }: SiteFactsNeeds,
  ) =>
  async (): Promise<SiteFacts> => {
    const { isOn, isTestMode } = await selling();
    const { brandName, tagline, heroText, facebook, instagram, linkedin, x } = await settings.school();
    return {
      brandName,
      tagline,
      heroText,
      socialLinks: { facebook, instagram, linkedin, x },
      currencySymbol: config.currencySymbol,
      priceInPaise: plan.price.amountInPaise,
      timeZone: config.timeZone,
      maxUploadBytes: config.maxUploadBytes,
      paymentProvider,
      isSelling: isOn,
      isTestMode,
      asksBuyerState: (await settings.seller()).gstin !== '',
      renews: config.subscriptionCycles > 1,
    };
  };
