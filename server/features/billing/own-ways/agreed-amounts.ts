import { messages } from '#contract/messages.ts';
import type { Tx } from '#server/database/database.ts';
import { invalidField } from '#server/errors.ts';
import type { FormatMoney } from '#server/money.ts';
import { leftOfParts, readAgreed } from '../parts/parts.ts';
import { updateAttempt } from '../purchase-rows/purchase-rows.ts';
import type { RequestRow } from './requests.queries.ts';

/** Of a purchase in parts, all that is left of it; undefined for others. */
const leftToPay = async (tx: Tx, row: RequestRow): Promise<number | undefined> => {
  if (row.parts_of !== null) return leftOfParts(tx, row);
  return row.in_parts === null
    ? undefined
    : readAgreed(row.in_parts).list.reduce((sum, part) => sum + part.amountInPaise, 0);
};

/**
 * The price of the attempt becomes what was agreed, or what came above it. Of later parts, any amount is paid; above the first
 * part, it pays the next. Returns the excess. Throws `validation_failed` for less without a reason.
 */
export const agreeOn = async (
  tx: Tx,
  row: RequestRow,
  { amountInPaise, reason }: { amountInPaise: number; reason: string },
  money: FormatMoney,
): Promise<number> => {
  const missing = row.amount_in_paise - amountInPaise;
  const left = await leftToPay(tx, row);
  if (missing > 0 && reason === '' && row.parts_of === null)
    throw invalidField('reason', messages.ways.lessThanPrice(money(missing)));
  if (missing !== 0) await updateAttempt(tx, row.attempt_id, { amount_in_paise: amountInPaise }).execute();
  return Math.max(0, left === undefined ? -missing : amountInPaise - left);
};
