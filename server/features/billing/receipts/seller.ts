import { stateOfGstin } from '#contract/billing/gstin.ts';
import type { SellerSettings } from '#contract/billing/payment-settings.ts';
import type { Seller } from './issue.ts';

/** As documents name the seller. An invoice names a state whatever is set: a payment is never refused for it. */
export const sellerOf = (
  settings: SellerSettings,
  school: { name: string } & Pick<Seller, 'currencySymbol' | 'languages'>,
): Seller => {
  const { name, address, gstin, state, sac, gstRatePercent: ratePercent } = settings;
  const taxState = state === '' ? (stateOfGstin(gstin) ?? 'Other territory') : state;
  const { name: schoolName, ...rest } = school;
  return {
    ...rest,
    name: name === '' ? schoolName : name,
    address: address === '' ? null : address,
    tax: gstin === '' ? null : { gstin, state: taxState, sac, ratePercent },
  };
};
