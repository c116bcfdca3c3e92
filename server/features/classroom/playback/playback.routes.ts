import type { FastifyInstance, FastifyReply } from 'fastify';
import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Config } from '#server/config.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import { fileHeaders } from '#server/http/public-files.ts';
import type { FileResponder } from '#server/http/range-response.ts';
import type { Playable, Playback } from './playback.ts';
import { createStreamLimit } from './stream-limit.ts';
import { isVisitor } from './lecture-audience.ts';

export interface MediaServing {
  http: FastifyInstance;
  responder: FileResponder;
  config: Pick<Config, 'corsOrigins' | 'isRateLimited' | 'mediaOffload'>;
}

/** Where the server in front finds the storage's folder; for requests from outside it must be closed. */
const OFFLOAD_PREFIX = '/_protected/';
const PLAYLIST = 'application/vnd.apple.mpegurl';

/** We decide, and the server in front sends: it knows the file's size and date, and handles ranges by itself. */
const handOver = (reply: FastifyReply, { key, contentType }: Playable, headers: Record<string, string>) =>
  reply.headers({ ...headers, 'content-type': contentType, 'x-accel-redirect': `${OFFLOAD_PREFIX}${key}` }).send('');

/** Serves videos at `/media/<token>/<file>`. The token decides; playlists name their neighbours relative to it. */
const serveMedia = (playback: Playback, serving: MediaServing): void => {
  const { http, responder, config } = serving;
  const streams = createStreamLimit(config.isRateLimited);
  /** Whether the server in front of us sends the bytes. */
  const isOffloaded = config.mediaOffload === 'x-accel';
  const common = { ...fileHeaders(config.corsOrigins.length > 0), 'content-disposition': 'inline' };
  const mediaHeaders = { ...common, 'cache-control': 'private, max-age=3600, no-transform' };
  const playlistHeaders = { ...common, 'cache-control': 'no-store' };
  http.route<{ Params: { token: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:token/*',
    config: { isLong: true },
    handler: async (request, reply) => {
      const { token, '*': fileName } = request.params;
      const playable = await playback.open(token, fileName);
      const headers = playable.contentType === PLAYLIST ? playlistHeaders : mediaHeaders;
      if (isOffloaded) return handOver(reply, playable, headers);
      // All visitors have one id, but each network has a limit of its own.
      streams.enter(isVisitor(playable.userId) ? request.ip : playable.userId, reply.raw);
      const mayContinue = (): Promise<boolean> => playback.mayContinue(token);
      return responder.send(request, reply, { ...playable, headers, mayContinue });
    },
  });
};

export const playbackRoutes = (implement: Implement, playback: Playback, serving: MediaServing): void => {
  implement(api.lectures.watchHere, async ({ actor }) => {
    await playback.sessions.begin(actor.id, actor.sessionHash);
    return { message: messages.video.watchHere };
  });
  serveMedia(playback, serving);
};
