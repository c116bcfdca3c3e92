/** Such as `₹1,23,499.00`, grouped as in India; whole numbers all the way. */
export const formatPaise = (inPaise: number, symbol: string): string => {
  const paise = Math.abs(inPaise) % 100;
  const rupees = String((Math.abs(inPaise) - paise) / 100);
  const grouped = rupees.replace(/\B(?=(?:\d\d)*\d{3}$)/g, ',');
  return `${inPaise < 0 ? '−' : ''}${symbol}${grouped}.${String(paise).padStart(2, '0')}`;
};

export type FormatMoney = (inPaise: number) => string;

/** Such as `499.00`, for files that programs read. */
export const toDecimal = (inPaise: number): string =>
  `${(inPaise - (inPaise % 100)) / 100}.${String(inPaise % 100).padStart(2, '0')}`;
