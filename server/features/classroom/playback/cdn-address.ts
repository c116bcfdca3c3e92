import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CdnSettings } from './delivery-settings.ts';

/**
 * The address of a stored file at the CDN: `/<expiry>.<signature>/<key>`, with the expiry in seconds. The CDN checks the
 * signature, and caches the file under its key alone. deploy/nginx/media-token.js is the other half.
 */
export const cdnAddress = ({ origin, key: secret }: CdnSettings, key: string, expiresAtMs: number): string => {
  const expiry = Math.floor(expiresAtMs / 1000);
  const signature = createHmac('sha256', secret).update(`${expiry}/${key}`).digest('base64url');
  return `${origin}/${expiry}.${signature}/${key}`;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request is the CDN's, which fetches what it has not cached. */
export const isOfCdn = (authorization: string | undefined, { key }: CdnSettings): boolean =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${key}`));
