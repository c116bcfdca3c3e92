import { stateOfGstin } from '#contract/gstin.ts';
import { INDIAN_STATES, type IndianState } from '#contract/indian-states.ts';
import type { Config } from '#server/config.ts';
import { OperatorError } from '#server/errors.ts';
import type { Seller } from './issue.ts';

const ofText = (text: string): IndianState | undefined =>
  INDIAN_STATES.find((name) => name.toLowerCase() === text.toLowerCase()) ?? stateOfGstin(text);

const stateOf = (gstin: string, state: string | undefined): IndianState => {
  const found = state === undefined ? stateOfGstin(gstin) : ofText(state);
  if (found !== undefined) return found;
  throw new OperatorError(
    state === undefined
      ? 'SELLER_GSTIN must begin with the code of a state: set SELLER_STATE if it does not'
      : 'SELLER_STATE must be a state of India, such as Karnataka',
  );
};

/** Who sells, from the configuration; without a name, the school. Throws OperatorError when an invoice could not name the state. */
export const sellerOf = ({ seller }: Pick<Config, 'seller'>): Omit<Seller, 'name'> & { name: string | undefined } => {
  const { name, address, gstin, state, sac, gstRatePercent } = seller;
  return {
    name,
    address: address ?? null,
    tax: gstin === undefined ? null : { gstin, state: stateOf(gstin, state), sac, ratePercent: gstRatePercent },
  };
};
