import { z } from 'zod';
import { oneLine, orNothing, text } from '../fields.ts';
import { messages } from '../messages.ts';
import { isUpiId } from './upi.ts';
import { OwnWay } from './way-names.ts';

const words = messages.ways;

/** The ways that the school offers besides the payment provider, and whom buyers ask about a payment. */
export const WaySettings = z.object({
  upi: z.boolean(),
  upiId: z.string(),
  upiText: z.string(),
  bank: z.boolean(),
  /** Account, IFSC and name. */
  bankText: z.string(),
  cash: z.boolean(),
  /** Place and hours. */
  cashText: z.string(),
  other: z.boolean(),
  otherText: z.string(),
  askName: z.string(),
  askHours: z.string(),
  askPhone: z.string(),
  /** Whether teachers and assistants confirm and record payments for plans of their courses. */
  staffRecords: z.boolean(),
});
export type WaySettings = z.output<typeof WaySettings>;

/** The ways that are on, in the order of the list. */
export const waysOn = (settings: WaySettings): OwnWay[] => OwnWay.options.filter((way) => settings[way]);

const wayText = orNothing(text(500, words.textMissing));
const ON_WITH = [
  ['upi', 'upiId', words.upiIdMissing],
  ['bank', 'bankText', words.textMissing],
  ['cash', 'cashText', words.textMissing],
  ['other', 'otherText', words.textMissing],
] as const;

export const WayChange = WaySettings.extend({
  upiId: orNothing(z.string().trim().max(255).refine(isUpiId, words.badUpiId)),
  upiText: wayText,
  bankText: wayText,
  cashText: wayText,
  otherText: wayText,
  askName: orNothing(oneLine(100, words.textMissing)),
  askHours: orNothing(oneLine(200, words.textMissing)),
  askPhone: orNothing(
    z
      .string()
      .trim()
      .max(30)
      .regex(/^\+?[\d ()-]{6,30}$/, words.badPhone),
  ),
}).superRefine((change, context) => {
  for (const [isOn, field, message] of ON_WITH)
    if (change[isOn] && change[field] === '') context.addIssue({ code: 'custom', path: [field], message });
});
