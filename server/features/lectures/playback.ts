import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { LectureRow } from '#server/database/learning-tables.ts';
import { fail } from '#server/errors.ts';
import { findAudience, findViewer } from './lectures.queries.ts';
import { listServed } from './media-files.queries.ts';
import type { MediaKeys } from './media-keys.ts';
import {
  isSignedWith,
  type MediaGrant,
  mediaExpiry,
  mintMediaToken,
  type ParsedToken,
  parseMediaToken,
} from './media-token.ts';
import type { PlaybackSessions } from './playback-sessions.ts';
import { isVisitor, mayPlay, VISITOR_EPOCH } from './watch-access.ts';

/** How long an answer about access is believed: a range request and the watch over a running one ask this often. */
const BELIEVED_MS = 4000;
/** A name that is not there is asked for again after this time: files are added while a video is processed. */
const MISSING_BELIEVED_MS = 500;
const MAX_BELIEVED = 5000;

/** A file that may be sent now. */
export interface Playable {
  key: string;
  contentType: string;
  etag: string;
  userId: string;
}

/** Who addresses are for: a person on a device, or a VISITOR. */
export interface Viewer {
  id: string;
  sessionHash: string;
}

/** The signed address of one file of a lecture. */
export type AddressOf = (lecture: Pick<LectureRow, 'id' | 'video_version'>, fileName: string) => string;

export interface Playback {
  /** Signed addresses of lectures for one person on one device, or for a VISITOR. */
  addressesFor(viewer: Viewer, origin: string): Promise<{ addressOf: AddressOf; expiresAtMs: number }>;
  /** Throws `media_refused`, whatever is wrong, and `session_displaced` to a device that had to make room. */
  open(token: string, fileName: string): Promise<Playable>;
  /** Whether what was opened may go on; the address itself may have expired meanwhile. */
  mayContinue(token: string): Promise<boolean>;
}

export interface PlaybackNeeds {
  db: Db;
  clock: Clock;
  keys: MediaKeys;
  sessions: PlaybackSessions;
  mayStillWatch: (userId: string) => Promise<boolean>;
}

type Files = ReadonlyMap<string, Omit<Playable, 'userId'>>;
type Decision = { files: Files } | { refusal: 'media_refused' | 'session_displaced' };

const REFUSED: Decision = { refusal: 'media_refused' };

/** The last part of a key, without its ending: a key is written once, so it names the bytes. */
const etagOf = (key: string): string => `"${key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'))}"`;

export const createPlayback = ({ db, clock, keys, sessions, mayStillWatch }: PlaybackNeeds): Playback => {
  /** Oldest first; only grants whose signature was right come here. */
  const believed = new Map<string, { decision: Promise<Decision>; until: number }>();

  const findWatcher = async (userId: string) =>
    isVisitor(userId) ? { media_epoch: VISITOR_EPOCH, role: undefined } : findViewer(db, userId);

  const decide = async (grant: MediaGrant): Promise<Decision> => {
    const { lectureId, videoVersion: version, userId } = grant;
    const [audience, rows, watcher] = await Promise.all([
      findAudience(db, lectureId),
      listServed(db, { lectureId, version, now: clock.now() }),
      findWatcher(userId),
    ]);
    if (!audience || rows.length === 0 || !watcher || watcher.media_epoch !== grant.mediaEpoch) return REFUSED;
    if (!(await mayPlay({ id: userId, role: watcher.role }, audience, mayStillWatch))) return REFUSED;
    if (!isVisitor(userId) && !(await sessions.mayPlay(userId, grant.sessionId)))
      return { refusal: 'session_displaced' };
    const fileOf = ({ key, content_type: contentType }: (typeof rows)[number]) => ({
      key,
      contentType,
      etag: etagOf(key),
    });
    return { files: new Map(rows.map((row) => [row.name, fileOf(row)])) };
  };

  const ask = (token: string, grant: MediaGrant): Promise<Decision> => {
    const now = clock.now();
    const known = believed.get(token);
    if (known && known.until > now) return known.decision;
    believed.delete(token);
    const [oldest] = believed.keys();
    if (believed.size >= MAX_BELIEVED && oldest !== undefined) believed.delete(oldest);
    const entry = { decision: decide(grant), until: now + BELIEVED_MS };
    believed.set(token, entry);
    entry.decision.catch(() => {
      if (believed.get(token) === entry) believed.delete(token);
    });
    return entry.decision;
  };

  const lookAgain = async (token: string, grant: MediaGrant): Promise<Files> => {
    const entry = believed.get(token);
    if (entry && entry.until - BELIEVED_MS + MISSING_BELIEVED_MS <= clock.now()) believed.delete(token);
    const decision = await ask(token, grant);
    return 'files' in decision ? decision.files : new Map();
  };

  const verify = async (token: string): Promise<ParsedToken> => {
    const parsed = parseMediaToken(token);
    const key = parsed && (await keys.find(parsed.keyId));
    if (!parsed || !key || !isSignedWith(parsed, key) || parsed.grant.expiresAtMs <= clock.now())
      throw fail('media_refused');
    return parsed;
  };

  return {
    addressesFor: async ({ id: userId, sessionHash }, origin) => {
      const key = await keys.current();
      const mediaEpoch = (await findWatcher(userId))?.media_epoch ?? 0;
      const expiresAtMs = mediaExpiry(clock.now());
      const whose = { userId, mediaEpoch, sessionId: sessions.idOf(sessionHash), expiresAtMs };
      const tokens = new Map<string, string>();
      const tokenFor = (lectureId: string, videoVersion: number): string => {
        const token = tokens.get(lectureId) ?? mintMediaToken({ ...whose, lectureId, videoVersion }, key);
        tokens.set(lectureId, token);
        return token;
      };
      const addressOf: AddressOf = ({ id, video_version: version }, fileName) =>
        `${origin}/media/${tokenFor(id, version)}/${fileName}`;
      return { addressOf, expiresAtMs };
    },

    open: async (token, fileName) => {
      const { grant } = await verify(token);
      const decision = await ask(token, grant);
      if ('refusal' in decision) throw fail(decision.refusal);
      const file = decision.files.get(fileName) ?? (await lookAgain(token, grant)).get(fileName);
      if (!file) throw fail('media_refused');
      return { ...file, userId: grant.userId };
    },

    mayContinue: async (token) => {
      const parsed = parseMediaToken(token);
      return parsed !== undefined && 'files' in (await ask(token, parsed.grant));
    },
  };
};
