import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { fail } from '#server/errors.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { SendMedia } from '../playback/playback.ts';
import { PODCAST_PATH, type Podcasts } from './podcasts.ts';

export const podcastsRoutes = (
  implement: Implement,
  podcasts: Podcasts,
  { http, sendMedia }: { http: FastifyInstance; sendMedia: SendMedia },
): void => {
  implement(api.podcasts.address, async ({ actor }) => ({
    message: messages.podcasts.fetched,
    address: await podcasts.addressFor(actor.id),
  }));

  implement(api.podcasts.renew, async ({ actor }) => ({
    message: messages.podcasts.renewed,
    address: await podcasts.renew(actor.id),
  }));

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
