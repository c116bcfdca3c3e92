import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { fail } from '#server/errors.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { SendMedia } from '../playback/playback.ts';
import { PODCAST_PATH, type Podcasts } from './podcasts.ts';

export const podcastsRoutes = (
  bind: Bind,
  podcasts: Podcasts,
  { http, sendMedia }: { http: FastifyInstance; sendMedia: SendMedia },
): void => {
  bind(api.podcasts, {
    address: async ({ actor }) => ({ address: await podcasts.addressFor(actor.id) }),
    renew: async ({ actor }) => ({ address: await podcasts.renew(actor.id) }),
  });

  http.get<{ Params: { token: string; file: string } }>(`${PODCAST_PATH}/:token/:file`, async (request, reply) => {
    const { token, file } = request.params;
    const courseId = /^(\w{1,64})\.xml$/.exec(file)?.[1];
    if (courseId === undefined) throw fail('file_not_found');
    const feed = await podcasts.feed(token, courseId);
    return reply
      .headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
      .type('application/rss+xml; charset=utf-8')
      .send(feed);
  });

  http.route<{ Params: { token: string; lectureId: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${PODCAST_PATH}/:token/:lectureId/:file`,
    config: { isLong: true },
    handler: async (request, reply) => {
      const { token, lectureId, file } = request.params;
      return sendMedia(request, reply, { token: await podcasts.mediaToken(token, lectureId, file), fileName: file });
    },
  });
};
