import { type Config, ConfigError, readSettings } from '#server/config.ts';
import { settings } from '#server/environment/settings.ts';
import { readS3Settings } from '#server/storage/settings.ts';

export interface CdnSettings {
  origin: string;
  /** Shared with the CDN: signs its addresses, and opens our files to it. */
  key: string;
}

/** How viewers get the bytes of videos and images. */
export type DeliverySettings =
  | { kind: 'proxy' }
  | { kind: 'redirect'; storeOrigin: string }
  | ({ kind: 'cdn' } & CdnSettings);

/** Throws ConfigError with one line that names the setting. */
export const readDeliverySettings = ({
  environment,
  mediaOffload,
}: Pick<Config, 'environment' | 'mediaOffload'>): DeliverySettings => {
  const { MEDIA_DELIVERY: kind, MEDIA_CDN_URL: url, MEDIA_CDN_KEY: key } = readSettings(settings.delivery, environment);
  const given = Object.entries({ MEDIA_CDN_URL: url, MEDIA_CDN_KEY: key }).find(([, value]) => value !== undefined);
  if (kind !== 'cdn' && given) throw new ConfigError(`${given[0]} is set, but MEDIA_DELIVERY is not cdn`);
  if (kind === 'proxy') return { kind };
  if (mediaOffload !== 'none') throw new ConfigError(`MEDIA_OFFLOAD must be none with MEDIA_DELIVERY=${kind}`);
  if (kind === 'redirect') {
    const store = readS3Settings(environment);
    if (!store) throw new ConfigError('MEDIA_DELIVERY=redirect needs an object store: set S3_BUCKET');
    return { kind, storeOrigin: new URL(store.endpoint).origin };
  }
  if (url === undefined) throw new ConfigError('MEDIA_CDN_URL is missing although MEDIA_DELIVERY is cdn');
  if (key === undefined) throw new ConfigError('MEDIA_CDN_KEY is missing although MEDIA_DELIVERY is cdn');
  return { kind, origin: url, key };
};
