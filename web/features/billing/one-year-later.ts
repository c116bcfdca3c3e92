/** "17 November 2028": one calendar year after an instant, in a time zone; 29 February becomes 28. */
export const formatOneYearLater = (instant: string | number, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
  const [year = 0, month = 1, day = 1] = parts.format(new Date(instant)).split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year + 1, month, 0)).getUTCDate();
  const later = Date.UTC(year + 1, month - 1, Math.min(day, lastOfMonth));
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(later);
};
