import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LectureRow } from '#server/database/tables/lectures.ts';
import { fail, type Failure } from '#server/errors.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import type { ServedFile, Video } from '../video/video.ts';
import { askCdn, type CdnResponses } from './cdn-address.ts';
import { createDelivery } from './delivery.ts';
import { readDeliverySettings } from './delivery-settings.ts';
import { createMediaKeys } from './media-keys.ts';
import {
  isSignedWith,
  type MediaGrant,
  mediaExpiry,
  mintMediaToken,
  type ParsedToken,
  parseMediaToken,
} from './media-token.ts';
import { createPlaybackSessions } from './playback-sessions.ts';
import { findViewer } from './playback.queries.ts';
import { isVisitor, VISITOR, VISITOR_EPOCH } from './visitor.ts';

/** How long a decision about access is cached: range requests, and checks of running ones, decide again this often. */
const DECISION_MS = 4000;
const MAX_DECISIONS = 5000;

/** A file that may be sent now. */
export interface Playable {
  key: string;
  contentType: string;
  etag: string;
  userId: string;
  /** The files beside it, by name. */
  findFile: (name: string) => ServedFile | undefined;
}

/** Sends a file of a lecture to the device that its token names. */
export type SendMedia = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: { token: string; fileName: string },
) => Promise<FastifyReply>;

/** A person on a device. */
export interface Viewer {
  id: string;
  sessionHash: string;
}

/** The signed address of one file of a lecture. */
export type AddressOf = (lecture: Pick<LectureRow, 'id' | 'video_version'>, fileName: string) => string;

export type Playback = ReturnType<typeof createPlayback>;

type Decision =
  | { files: ReadonlyMap<string, ServedFile> }
  | { refusal: Failure | 'media_refused' | 'session_displaced' };

/** The last part of a key, without its ending: a key is written once, so it names the bytes. */
export const etagOf = (key: string): string => `"${key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'))}"`;

/** The statuses that the CDN responds with; undefined without one. Throws when it does not, or when its settings are wrong. */
export const checkCdn = async ({
  config,
  clock,
}: Pick<Platform, 'config' | 'clock'>): Promise<CdnResponses | undefined> => {
  const settings = readDeliverySettings(config);
  return settings.kind === 'cdn' ? askCdn(settings, clock) : undefined;
};

export const createPlayback = (
  platform: Platform,
  { video, policy }: { video: Video; policy: Pick<CoursePolicy, 'playRefusal'> },
) => {
  const { database, clock } = platform;
  const { db } = database;
  const keys = createMediaKeys(platform);
  const sessions = createPlaybackSessions(platform);
  /** By token, oldest first; only tokens whose signature is right have one. */
  const decisions = new Map<string, { decision: Promise<Decision>; until: number }>();

  const findWatcher = async (userId: string) =>
    isVisitor(userId) ? { media_epoch: VISITOR_EPOCH, actor: undefined } : findViewer(db, userId);

  const decide = async (grant: MediaGrant): Promise<Decision> => {
    const { lectureId, videoVersion: version, userId } = grant;
    const [served, watcher] = await Promise.all([video.served(lectureId, version), findWatcher(userId)]);
    if (served.length === 0 || !watcher || watcher.media_epoch !== grant.mediaEpoch)
      return { refusal: 'media_refused' };
    const refused = await policy.playRefusal(watcher.actor, lectureId);
    if (refused) return { refusal: refused };
    const refusal = isVisitor(userId) ? undefined : await sessions.refusalOf(userId, grant.sessionId);
    return refusal ? { refusal } : { files: new Map(served.map((file) => [file.name, file])) };
  };

  const decideCached = (token: string, grant: MediaGrant): Promise<Decision> => {
    const now = clock.now();
    const known = decisions.get(token);
    if (known && known.until > now) return known.decision;
    decisions.delete(token);
    const [oldest] = decisions.keys();
    if (decisions.size >= MAX_DECISIONS && oldest !== undefined) decisions.delete(oldest);
    const entry = { decision: decide(grant), until: now + DECISION_MS };
    decisions.set(token, entry);
    entry.decision.catch(() => {
      if (decisions.get(token) === entry) decisions.delete(token);
    });
    return entry.decision;
  };

  /** Files join a version that is served already: a decision that lacks one is made again, once for all that saw it. */
  const decideWith = async (token: string, grant: MediaGrant, fileName: string): Promise<Decision> => {
    const known = decideCached(token, grant);
    const decision = await known;
    if ('refusal' in decision || decision.files.has(fileName)) return decision;
    if (decisions.get(token)?.decision === known) decisions.delete(token);
    return decideCached(token, grant);
  };

  const verify = async (token: string): Promise<ParsedToken> => {
    const parsed = parseMediaToken(token);
    const key = parsed && (await keys.find(parsed.keyId));
    if (!parsed || !key || !isSignedWith(parsed, key) || parsed.grant.expiresAtMs <= clock.now())
      throw fail('media_refused');
    return parsed;
  };

  return {
    /** The devices that accounts watch on. */
    sessions,
    delivery: createDelivery(platform),
    contentTypeOf: video.contentTypeOf,
    /** Undefined for an account that is deleted. */
    personOf: async (userId: string) => (await findViewer(db, userId))?.actor,

    /** Signed addresses of lectures for one person on one device, or for a visitor. */
    addressesFor: async (viewer: Viewer | undefined, origin: string) => {
      const { id: userId, sessionHash } = viewer ?? VISITOR;
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

    /** Throws `media_refused`, whatever is wrong, and `session_displaced` on a device that others displaced. */
    open: async (token: string, fileName: string): Promise<Playable> => {
      const { grant } = await verify(token);
      const decision = await decideWith(token, grant, fileName);
      if ('refusal' in decision) {
        const { refusal } = decision;
        if (refusal === 'session_displaced') throw await sessions.displaced();
        throw refusal === 'media_refused' ? fail(refusal) : refusal;
      }
      const { files } = decision;
      const file = files.get(fileName);
      if (!file) throw fail('media_refused');
      const { key, contentType } = file;
      return { key, contentType, etag: etagOf(key), userId: grant.userId, findFile: (name) => files.get(name) };
    },

    /** Whether an open response may continue; the address itself may have expired meanwhile. */
    mayContinue: async (token: string): Promise<boolean> => {
      const parsed = parseMediaToken(token);
      return parsed !== undefined && 'files' in (await decideCached(token, parsed.grant));
    },
  };
};
