/** "1,499.50" as a person types it, in paise; undefined when it is not an amount. */
export const paiseIn = (typed: string): number | undefined => {
  const parts = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.replaceAll(/[\s,₹]/g, ''));
  if (!parts) return undefined;
  const [, rupees = '', paise = ''] = parts;
  return Number(rupees) * 100 + Number(paise.padEnd(2, '0'));
};

/** 49950 as a field shows it: "499.50"; whole rupees have no point. */
export const asTyped = (amountInPaise: number): string =>
  amountInPaise % 100 === 0 ? String(amountInPaise / 100) : (amountInPaise / 100).toFixed(2);
