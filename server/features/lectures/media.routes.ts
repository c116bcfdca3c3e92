import type { FastifyInstance, FastifyReply } from 'fastify';
import { fileHeaders } from '#server/http/public-files.ts';
import type { FileResponder } from '#server/http/range-response.ts';
import type { Playable, Playback } from './playback.ts';
import type { StreamLimit } from './stream-limit.ts';
import { isVisitor } from './watch-access.ts';

export interface MediaParts {
  playback: Playback;
  responder: FileResponder;
  streams: StreamLimit;
  isForOtherSites: boolean;
  /** Whether the server in front of us sends the bytes. */
  isOffloaded: boolean;
}

/** Where the server in front finds the storage's folder; for requests from outside it must be closed. */
const OFFLOAD_PREFIX = '/_protected/';
const PLAYLIST = 'application/vnd.apple.mpegurl';

/** We decide, the server in front sends: it knows the file's size and date, and does ranges by itself. */
const handOver = (reply: FastifyReply, { key, contentType }: Playable, headers: Record<string, string>) =>
  reply.headers({ ...headers, 'content-type': contentType, 'x-accel-redirect': `${OFFLOAD_PREFIX}${key}` }).send('');

/** Serves videos at `/media/<token>/<file>`. The token decides; playlists name their neighbours relative to it. */
export const mediaRoutes = (app: FastifyInstance, parts: MediaParts): void => {
  const { playback, responder, streams, isForOtherSites, isOffloaded } = parts;
  const common = { ...fileHeaders(isForOtherSites), 'content-disposition': 'inline' };
  const mediaHeaders = { ...common, 'cache-control': 'private, max-age=3600, no-transform' };
  const playlistHeaders = { ...common, 'cache-control': 'no-store' };
  app.route<{ Params: { token: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:token/*',
    config: { isLong: true },
    handler: async (request, reply) => {
      const { token, '*': fileName } = request.params;
      const playable = await playback.open(token, fileName);
      const headers = playable.contentType === PLAYLIST ? playlistHeaders : mediaHeaders;
      if (isOffloaded) return handOver(reply, playable, headers);
      // Visitors share a name, but not their lines.
      streams.enter(isVisitor(playable.userId) ? request.ip : playable.userId, reply.raw);
      const mayContinue = (): Promise<boolean> => playback.mayContinue(token);
      return responder.send(request, reply, { ...playable, headers, mayContinue });
    },
  });
};
