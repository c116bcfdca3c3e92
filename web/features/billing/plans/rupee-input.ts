/** "1,499.50" in paise; undefined when it is not an amount. */
export const parseRupees = (typed: string): number | undefined => {
  const parts = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.replaceAll(/[\s,₹]/g, ''));
  if (!parts) return undefined;
  const [, rupees = '', paise = ''] = parts;
  return Number(rupees) * 100 + Number(paise.padEnd(2, '0'));
};

/** 49950 → "499.50", 49900 → "499". */
export const formatRupeeInput = (amountInPaise: number): string =>
  amountInPaise % 100 === 0 ? String(amountInPaise / 100) : (amountInPaise / 100).toFixed(2);
