import type { NoticeFormat } from '#contract/notices/notice.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay, formatMoment, formatMoney } from '#contract/format.ts';

export const useNoticeFormat = (): NoticeFormat => {
  const { currencySymbol, timeZone } = useSite();
  return {
    money: (inPaise) => formatMoney(inPaise, currencySymbol),
    date: (instant) => formatDay(instant, timeZone),
    time: (instant) => formatMoment(instant, timeZone),
  };
};
