const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export interface MonthlySales {
  month: string;
  sales: number;
}

/** A missing month has no sales. */
export const salesByMonth = (record: readonly number[]): MonthlySales[] =>
  MONTHS.map((month, index) => ({ month, sales: record[index] ?? 0 }));

/** All sales at the current price. */
export const revenueInPaise = (subscriptionCount: number, priceInPaise: number): number =>
  subscriptionCount * priceInPaise;

/** "37%"; never rounded to 0% or 100%. */
export const shareOf = (part: number, whole: number): string => {
  if (whole <= 0 || part <= 0) return '0%';
  const percent = Math.round((part / whole) * 100);
  if (percent === 0) return 'under 1%';
  return part < whole ? `${Math.min(percent, 99)}%` : `${percent}%`;
};

/** The current month in a time zone; `index` is 0 for January. */
export function calendarMonth(nowMs: number, timeZone: string): { index: number; name: string; year: string } {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(nowMs);
  return {
    index: Number(part({ month: 'numeric' })) - 1,
    name: part({ month: 'long' }),
    year: part({ year: 'numeric' }),
  };
}
