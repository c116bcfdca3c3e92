import { readNumber } from '#contract/read-number.ts';

const MAX_RUPEES = 9_999_999.99;
const PAISE = 100;

/** "1,499.50" in paise; undefined when it is not an amount of whole paise. */
export const parseRupees = (typed: string): number | undefined => {
  const rupees = readNumber(typed);
  if (rupees === undefined || rupees < 0 || rupees > MAX_RUPEES) return undefined;
  return rupees === Number(rupees.toFixed(2)) ? Math.round(rupees * PAISE) : undefined;
};

/** 49950 → "499.50", 49900 → "499". */
export const formatRupeeInput = (amountInPaise: number): string =>
  amountInPaise % 100 === 0 ? String(amountInPaise / 100) : (amountInPaise / 100).toFixed(2);
