import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import { newId } from '#server/ids.ts';
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

const CHECK_TIMEOUT_MS = 4000;
const CHECKED_TTL_MS = 60_000;

/** Statuses of the CDN's responses. */
export interface CdnResponses {
  host: string;
  /** For an address with a signature of another key: 403, if all is well. */
  forged: number;
  /** For a valid address of a file that does not exist: 404, which came from here. */
  signed: number;
}

/** Requests a forged and a valid address, as a browser would. Throws when the CDN does not respond. */
export const askCdn = async (settings: CdnSettings, clock: Clock): Promise<CdnResponses> => {
  const key = `checks/${newId()}.txt`;
  const statusFor = async (signedBy: string): Promise<number> => {
    const address = cdnAddress({ ...settings, key: signedBy }, key, clock.now() + CHECKED_TTL_MS);
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.status;
  };
  const [forged, signed] = await Promise.all([statusFor(newId()), statusFor(settings.key)]);
  return { host: new URL(settings.origin).host, forged, signed };
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request is from the CDN, which fetches uncached files. */
export const isOfCdn = (authorization: string | undefined, { key }: CdnSettings): boolean =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${key}`));
