import type { NoticeFormat } from '#contract/notices/notice.ts';
import { formatPaise } from '#server/money.ts';
import type { Platform } from '#server/platform.ts';

export type NoticeFormats = () => Promise<NoticeFormat>;

/** How channels write money and dates: as the school does. */
export const createNoticeFormats =
  ({ settings, config }: Pick<Platform, 'settings' | 'config'>): NoticeFormats =>
  async () => {
    const calendar = await settings.calendar();
    return {
      money: (inPaise) => formatPaise(inPaise, config.currencySymbol).replace(/\.00$/, ''),
      date: (instant) => calendar.formatDate(Date.parse(instant)),
      time: (instant) => calendar.formatTime(Date.parse(instant)),
    };
  };
