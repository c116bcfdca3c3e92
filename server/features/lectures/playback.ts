import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { findVideo, findViewer, type ListedLecture } from './lectures.queries.ts';
import type { MediaKeys } from './media-keys.ts';
import { isSignedWith, type MediaGrant, mediaExpiry, mintMediaToken, parseMediaToken } from './media-token.ts';
import { mayPlay, VISITOR, VISITOR_EPOCH } from './watch-access.ts';

/** How long an answer about access is believed: a range request and the watch over a running one ask this often. */
const BELIEVED_MS = 4000;
const MAX_BELIEVED = 5000;

/** A video that may be sent now. */
export interface Playable {
  key: string;
  contentType: string;
  /** The file part of its address. */
  fileName: string;
  etag: string;
}

export interface Playback {
  /** Signed addresses of lectures for one person, or for a VISITOR. */
  addressesFor(userId: string, origin: string): Promise<(lecture: ListedLecture) => MediaAddress>;
  /** Throws `media_refused`, whatever is wrong. */
  open(token: string): Promise<Playable>;
  /** Whether what was opened may go on; the address itself may have expired meanwhile. */
  mayContinue(token: string): Promise<boolean>;
}

export interface MediaAddress {
  url: string;
  expiresAtMs: number;
}

export interface PlaybackNeeds {
  db: Db;
  clock: Clock;
  keys: MediaKeys;
  mayStillWatch: (userId: string) => Promise<boolean>;
}

const fileNameOf = (key: string): string => `video${key.slice(key.lastIndexOf('.'))}`;

export const createPlayback = ({ db, clock, keys, mayStillWatch }: PlaybackNeeds): Playback => {
  /** Oldest first; only grants whose signature was right come here. */
  const believed = new Map<string, { playable: Promise<Playable | undefined>; until: number }>();

  const findWatcher = async (userId: string) =>
    userId === VISITOR ? { media_epoch: VISITOR_EPOCH, role: undefined } : findViewer(db, userId);

  const decide = async (grant: MediaGrant): Promise<Playable | undefined> => {
    const [video, watcher] = await Promise.all([findVideo(db, grant.lectureId), findWatcher(grant.userId)]);
    if (!video || video.video_version !== grant.videoVersion) return undefined;
    if (!watcher || watcher.media_epoch !== grant.mediaEpoch) return undefined;
    if (!(await mayPlay({ id: grant.userId, role: watcher.role }, video, mayStillWatch))) return undefined;
    return {
      key: video.video_key,
      contentType: video.content_type,
      fileName: fileNameOf(video.video_key),
      etag: `"${grant.lectureId}-${grant.videoVersion}"`,
    };
  };

  const ask = (token: string, grant: MediaGrant): Promise<Playable | undefined> => {
    const now = clock.now();
    const known = believed.get(token);
    if (known && known.until > now) return known.playable;
    believed.delete(token);
    const [oldest] = believed.keys();
    if (believed.size >= MAX_BELIEVED && oldest !== undefined) believed.delete(oldest);
    const entry = { playable: decide(grant), until: now + BELIEVED_MS };
    believed.set(token, entry);
    entry.playable.catch(() => {
      if (believed.get(token) === entry) believed.delete(token);
    });
    return entry.playable;
  };

  return {
    addressesFor: async (userId, origin) => {
      const key = await keys.current();
      const mediaEpoch = (await findWatcher(userId))?.media_epoch ?? 0;
      const expiresAtMs = mediaExpiry(clock.now());
      return ({ id: lectureId, video_version: videoVersion, video_key: videoKey }) => {
        const token = mintMediaToken({ userId, lectureId, videoVersion, mediaEpoch, expiresAtMs }, key);
        return { url: `${origin}/media/${token}/${fileNameOf(videoKey)}`, expiresAtMs };
      };
    },

    open: async (token) => {
      const parsed = parseMediaToken(token);
      const key = parsed && (await keys.find(parsed.keyId));
      if (!parsed || !key || !isSignedWith(parsed, key) || parsed.grant.expiresAtMs <= clock.now())
        throw fail('media_refused');
      const playable = await ask(token, parsed.grant);
      if (!playable) throw fail('media_refused');
      return playable;
    },

    mayContinue: async (token) => {
      const parsed = parseMediaToken(token);
      return parsed !== undefined && (await ask(token, parsed.grant)) !== undefined;
    },
  };
};
