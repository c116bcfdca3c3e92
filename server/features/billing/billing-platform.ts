import type { RateLimits } from '#server/http/endpoint/rate-limit.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { FormatMoney } from '#server/money.ts';
import type { Platform } from '#server/platform.ts';

/** The services that billing needs. */
export type BillingPlatform = Pick<
  Platform,
  | 'config'
  | 'settings'
  | 'branding'
  | 'ownWords'
  | 'pdf'
  | 'clock'
  | 'log'
  | 'observer'
  | 'database'
  | 'jobs'
  | 'mailer'
  | 'publicAddress'
  | 'files'
> & {
  limits: Pick<RateLimits, 'attempt'>;
  money: FormatMoney;
  notices: NoticePort;
  images: Pick<Platform['images'], 'toThumbnail'>;
  storage: Pick<Platform['storage'], 'open'>;
};
