import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '#server/clock.ts';
import { MEDIA_ADDRESS_MAX_MS } from '../video/video.ts';
import type { MediaKey } from './media-keys.ts';

/** The content of a media token: the user, the version of a lecture, and the end. */
export interface MediaGrant {
  userId: string;
  lectureId: string;
  videoVersion: number;
  /** The person's `media_epoch` when it was signed. */
  mediaEpoch: number;
  /** The device that it was given to. */
  sessionId: string;
  expiresAtMs: number;
}

export interface ParsedToken {
  keyId: string;
  grant: MediaGrant;
  signed: string;
  signature: Buffer;
}

/** Rounding up to the hour adds up to one hour. */
const TTL_MS = MEDIA_ADDRESS_MAX_MS - HOUR_MS;
const DOMAIN = 'media:';
const TOKEN =
  /^(?<signed>(?<keyId>[0-9a-f]{8})\.(?<hours>[0-9a-z]{1,8})\.(?<userId>[\w-]{1,64})\.(?<lectureId>[\w-]{1,64})\.(?<version>[0-9a-z]{1,8})\.(?<epoch>[0-9a-z]{1,8})\.(?<sessionId>[\w-]{1,16}))\.(?<signature>[\w-]{43})$/;

/** Six hours from now, rounded up to the hour, so that an address stays the same for a while and can be cached. */
export const mediaExpiry = (nowMs: number): number => Math.ceil((nowMs + TTL_MS) / HOUR_MS) * HOUR_MS;

const sign = (signed: string, { secret }: MediaKey): Buffer =>
  createHmac('sha256', secret).update(DOMAIN).update(signed).digest();

export const mintMediaToken = (grant: MediaGrant, key: MediaKey): string => {
  const signed = [
    key.id,
    (grant.expiresAtMs / HOUR_MS).toString(36),
    grant.userId,
    grant.lectureId,
    grant.videoVersion.toString(36),
    grant.mediaEpoch.toString(36),
    grant.sessionId,
  ].join('.');
  return `${signed}.${sign(signed, key).toString('base64url')}`;
};

/** Parses a token without checking its signature. */
export const parseMediaToken = (token: string): ParsedToken | undefined => {
  const groups = TOKEN.exec(token)?.groups;
  if (!groups) return undefined;
  const { keyId = '', hours = '', userId = '', lectureId = '', version = '', epoch = '', sessionId = '' } = groups;
  return {
    keyId,
    grant: {
      userId,
      lectureId,
      videoVersion: Number.parseInt(version, 36),
      mediaEpoch: Number.parseInt(epoch, 36),
      sessionId,
      expiresAtMs: Number.parseInt(hours, 36) * HOUR_MS,
    },
    signed: groups['signed'] ?? '',
    signature: Buffer.from(groups['signature'] ?? '', 'base64url'),
  };
};

export const isSignedWith = ({ signed, signature }: ParsedToken, key: MediaKey): boolean => {
  const expected = sign(signed, key);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
};
