import { PRICE_IN_PAISE } from '#contract/payments.ts';
import type { SiteFacts } from '#contract/setup.ts';
import type { Config } from '#server/config.ts';

export type Selling = () => Promise<{ isOn: boolean; isTestMode: boolean }>;

/** What every page needs before it draws, as it stands now. */
export const createSiteFacts =
  (
    config: Pick<
      Config,
      'brandName' | 'currencySymbol' | 'timeZone' | 'maxUploadBytes' | 'subscriptionCycles' | 'seller'
    >,
    selling: Selling,
  ) =>
  async (): Promise<SiteFacts> => {
    const { isOn, isTestMode } = await selling();
    return {
      brandName: config.brandName,
      currencySymbol: config.currencySymbol,
      priceInPaise: PRICE_IN_PAISE,
      timeZone: config.timeZone,
      maxUploadBytes: config.maxUploadBytes,
      isSelling: isOn,
      isTestMode,
      asksBuyerState: config.seller.gstin !== undefined,
      renews: config.subscriptionCycles > 1,
    };
  };
