import { z } from 'zod';
import { oneLine, orNothing } from './fields.ts';
import { Gstin, stateOfGstin } from './gstin.ts';
import { INDIAN_STATES } from './indian-states.ts';
import { messages } from './messages.ts';

const { settings: words } = messages;

/** Who sells, as receipts and tax invoices name it. */
export const SellerSettings = z.object({
  /** '' is the name of the school. */
  name: z.string(),
  address: z.string(),
  /** '' is a seller who is not registered for GST: receipts name no tax. */
  gstin: z.string(),
  /** '' is the state that the GSTIN begins with. */
  state: z.enum(['', ...INDIAN_STATES], words.badState),
  /** The services accounting code on tax invoices. */
  sac: z.string(),
  gstRatePercent: z.int(),
});
export type SellerSettings = z.output<typeof SellerSettings>;

export const SellerChange = SellerSettings.extend({
  name: orNothing(oneLine(200, words.incomplete)),
  address: orNothing(oneLine(300, words.incomplete)),
  gstin: orNothing(Gstin),
  sac: z.string({ error: words.badSac }).regex(/^\d{4,8}$/, words.badSac),
  gstRatePercent: z.int({ error: words.badTaxRate }).min(0, words.badTaxRate).max(100, words.badTaxRate),
}).refine(({ gstin, state }) => gstin === '' || state !== '' || stateOfGstin(gstin) !== undefined, {
  path: ['state'],
  error: words.badState,
});
