import { z } from 'zod';
import { Instant, oneLine, orNothing } from '../fields.ts';
import { Gstin, stateOfGstin } from './gstin.ts';
import { INDIAN_STATES } from './indian-states.ts';
import { messages } from '../messages.ts';
import { Mode } from './payments.ts';

/** The seller, as named on receipts and tax invoices. */
export const SellerSettings = z.object({
  /** '' is the name of the school. */
  name: z.string(),
  address: z.string(),
  /** '' is a seller who is not registered for GST: receipts name no tax. */
  gstin: z.string(),
  /** '' is the state that the GSTIN begins with. */
  state: z.enum(['', ...INDIAN_STATES], messages.settings.badState),
  /** The services accounting code on tax invoices. */
  sac: z.string(),
  gstRatePercent: z.int(),
});
export type SellerSettings = z.output<typeof SellerSettings>;

export const SellerChange = SellerSettings.extend({
  name: orNothing(oneLine(200, messages.settings.incomplete)),
  address: orNothing(oneLine(300, messages.settings.incomplete)),
  gstin: orNothing(Gstin),
  sac: z.string({ error: messages.settings.badSac }).regex(/^\d{4,8}$/, messages.settings.badSac),
  gstRatePercent: z
    .int({ error: messages.settings.badTaxRate })
    .min(0, messages.settings.badTaxRate)
    .max(100, messages.settings.badTaxRate),
}).refine(({ gstin, state }) => gstin === '' || state !== '' || stateOfGstin(gstin) !== undefined, {
  path: ['state'],
  error: messages.settings.badState,
});

/** The settings of payments, without the secrets. */
export const PaymentSettings = z.object({
  /** In test mode live keys are kept, but not used: the sandbox sells. */
  mode: Mode,
  /** '' is the sandbox. */
  keyId: z.string(),
  /** The yearly plan at the provider; '' where there is none yet. */
  planId: z.string(),
});
export type PaymentSettings = z.output<typeof PaymentSettings>;

const secret = z.string().trim().max(200, messages.fields.tooLong).optional();

/** A secret replaces the stored one; without it, that one stays. */
export const PaymentsChange = PaymentSettings.extend({
  keyId: orNothing(oneLine(100, messages.settings.incomplete)),
  planId: orNothing(oneLine(64, messages.settings.badPlanId).regex(/^\w+$/, messages.settings.badPlanId)),
  keySecret: secret,
  webhookSecret: secret,
});

export const PaymentKeys = PaymentsChange.pick({ keyId: true, planId: true, keySecret: true });

/** Where the provider sends its webhooks, and the last that arrived. */
export const WebhookState = z.object({
  provider: z.string(),
  address: z.string(),
  events: z.array(
    z.object({
      type: z.string(),
      /** `ignored` is of a type that changes nothing here; `unmatched` belongs to no purchase made here. */
      outcome: z.enum(['applied', 'ignored', 'unmatched']),
      receivedAt: Instant,
    }),
  ),
});
