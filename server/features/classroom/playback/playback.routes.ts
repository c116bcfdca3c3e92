import type { FastifyInstance, FastifyReply } from 'fastify';
import { api } from '#contract/api.ts';
import type { Config } from '#server/config.ts';
import { fail } from '#server/errors.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import { fileHeaders } from '#server/http/file/public-files.ts';
import type { FileResponder } from '#server/http/file/range-response.ts';
import { SAVED_TYPE } from '../video/video.ts';
import { isOfCdn } from './cdn-address.ts';
import type { CdnSettings } from './delivery-settings.ts';
import { PLAYLIST } from './delivery.ts';
import { etagOf, type Playable, type Playback, type SendMedia } from './playback.ts';
import { createMediaRequestLimit } from './media-request-limit.ts';
import { savedAs } from '#server/http/file/saved-as.ts';
import { isVisitor } from './visitor.ts';

export interface MediaServing {
  http: FastifyInstance;
  responder: FileResponder;
  config: Pick<Config, 'corsOrigins' | 'isRateLimited' | 'mediaOffload'>;
}

/** Where the server in front finds the storage's folder; for requests from outside it must be closed. */
const OFFLOAD_PREFIX = '/_protected/';

const dispositionOf = ({ contentType }: Playable, fileName: string): string =>
  contentType === SAVED_TYPE ? savedAs(fileName.slice(fileName.lastIndexOf('/') + 1)) : 'inline';

/** We decide, and the server in front sends: it knows the file's size and date, and handles ranges by itself. */
const handOver = (reply: FastifyReply, { key, contentType }: Playable, headers: Record<string, string>) =>
  reply.headers({ ...headers, 'content-type': contentType, 'x-accel-redirect': `${OFFLOAD_PREFIX}${key}` }).send('');

/** Sends a file of a lecture. The token decides; playlists name their neighbours relative to it. */
export const createMediaSender = (playback: Playback, { responder, config }: MediaServing): SendMedia => {
  const { delivery } = playback;
  const limitRequests = createMediaRequestLimit(config.isRateLimited);
  /** Whether the server in front of us sends the bytes. */
  const isOffloaded = config.mediaOffload === 'x-accel';
  const common = fileHeaders(config.corsOrigins.length > 0);
  const mediaHeaders = { ...common, 'cache-control': 'private, max-age=3600, no-transform' };
  const playlistHeaders = { ...common, 'cache-control': 'no-store' };
  const redirectHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return async (request, reply, { token, fileName }) => {
    const playable = await playback.open(token, fileName);
    const isPlaylist = playable.contentType === PLAYLIST;
    const headers = {
      ...(isPlaylist ? playlistHeaders : mediaHeaders),
      'content-disposition': dispositionOf(playable, fileName),
    };
    const playlist = isPlaylist ? await delivery.playlist(playable.key, playable.findFile) : undefined;
    if (playlist !== undefined) return reply.headers(headers).type(PLAYLIST).send(playlist);
    // A signed address of the object store is for GET only.
    const elsewhere = request.method === 'GET' ? await delivery.addressOf(playable) : undefined;
    if (elsewhere !== undefined) return reply.headers(redirectHeaders).redirect(elsewhere);
    if (isOffloaded) return handOver(reply, playable, headers);
    // All visitors have one id, but each network has a limit of its own.
    limitRequests(isVisitor(playable.userId) ? request.ip : playable.userId, reply.raw);
    const mayContinue = (): Promise<boolean> => playback.mayContinue(token);
    return responder.send(request, reply, { ...playable, headers, mayContinue });
  };
};

/** Serves stored files at `/media-origin/<key>` to the CDN, which checks the viewers' addresses and caches. */
const serveCdn = (playback: Playback, { http, responder }: MediaServing, settings: CdnSettings): void => {
  const headers = { ...fileHeaders(true), 'cache-control': 'public, max-age=31536000, immutable, no-transform' };
  http.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media-origin/*',
    config: { isLong: true },
    handler: async (request, reply) => {
      if (!isOfCdn(request.headers.authorization, settings)) throw fail('media_refused');
      const { '*': key } = request.params;
      const contentType = await playback.contentTypeOf(key);
      if (contentType === undefined) throw fail('file_not_found');
      return responder.send(request, reply, { key, contentType, etag: etagOf(key), headers });
    },
  });
};

export const playbackRoutes = (
  bind: Bind,
  playback: Playback,
  serving: MediaServing & { sendMedia: SendMedia },
): void => {
  bind(api.lectures, {
    watchHere: ({ actor }) => playback.sessions.begin(actor.id, actor.sessionHash),
  });
  const { http, sendMedia } = serving;
  http.route<{ Params: { token: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:token/*',
    config: { isLong: true },
    handler: async (request, reply) => {
      const { token, '*': fileName } = request.params;
      return sendMedia(request, reply, { token, fileName });
    },
  });
  if (playback.delivery.settings.kind === 'cdn') serveCdn(playback, serving, playback.delivery.settings);
};
