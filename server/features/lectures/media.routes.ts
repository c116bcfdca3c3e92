import type { FastifyInstance } from 'fastify';
import { fail } from '#server/errors.ts';
import { fileHeaders } from '#server/http/public-files.ts';
import type { FileResponder } from '#server/http/range-response.ts';
import type { Playback } from './playback.ts';

/** Serves videos at `/media/<token>/<file>`. The token decides; the file name is there for players that look at it. */
export const mediaRoutes = (
  app: FastifyInstance,
  { playback, responder, isForOtherSites }: { playback: Playback; responder: FileResponder; isForOtherSites: boolean },
): void => {
  const headers = {
    ...fileHeaders(isForOtherSites),
    'cache-control': 'private, max-age=3600, no-transform',
    'content-disposition': 'inline',
  };
  app.route<{ Params: { token: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:token/*',
    config: { isLong: true },
    handler: async (request, reply) => {
      const { token, '*': fileName } = request.params;
      const { key, contentType, etag, fileName: rightName } = await playback.open(token);
      if (fileName !== rightName) throw fail('media_refused');
      const mayContinue = (): Promise<boolean> => playback.mayContinue(token);
      return responder.send(request, reply, { key, contentType, etag, headers, mayContinue });
    },
  });
};
