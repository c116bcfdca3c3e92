const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export interface MonthlySales {
  month: string;
  sales: number;
}

/** The twelve months of the year with their sales; a month that is missing has sold nothing. */
export const salesByMonth = (record: readonly number[]): MonthlySales[] =>
  MONTHS.map((month, index) => ({ month, sales: record[index] ?? 0 }));

/** What was sold, at the price of today. */
export const revenueInPaise = (subscriptionCount: number, priceInPaise: number): number =>
  subscriptionCount * priceInPaise;

/** "37%"; less than one in a hundred is not called nothing, and not quite all is not called all. */
export const shareOf = (part: number, whole: number): string => {
  if (whole <= 0 || part <= 0) return '0%';
  const percent = Math.round((part / whole) * 100);
  if (percent === 0) return 'under 1%';
  return part < whole ? `${Math.min(percent, 99)}%` : `${percent}%`;
};

/** The month that the calendar of the school's time zone shows, 0 for January, with its name and year. */
export function calendarMonth(nowMs: number, timeZone: string): { index: number; name: string; year: string } {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(nowMs);
  return {
    index: Number(part({ month: 'numeric' })) - 1,
    name: part({ month: 'long' }),
    year: part({ year: 'numeric' }),
  };
}
