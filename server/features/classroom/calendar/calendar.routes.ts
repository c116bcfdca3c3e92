import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { fail } from '#server/errors.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import { type Calendar, CALENDAR_PATH } from './calendar.ts';

const FEED = 'classes';

export const calendarRoutes = (implement: Implement, calendar: Calendar, http: FastifyInstance): void => {
  implement(api.calendar.address, async ({ actor }) => ({
    message: messages.calendar.fetched,
    ...(await calendar.describe(actor)),
  }));

  implement(api.calendar.renew, async ({ actor }) => ({
    message: messages.calendar.renewed,
    ...(await calendar.renew(actor)),
  }));

  http.get<{ Params: { token: string; file: string } }>(`${CALENDAR_PATH}/:token/:file`, async (request, reply) => {
    const { token, file } = request.params;
    const name = /^(\w{1,64})\.ics$/.exec(file)?.[1];
    if (name === undefined) throw fail('file_not_found');
    const feed = await calendar.feed(token, name === FEED ? undefined : name);
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'content-disposition': `inline; filename="${name === FEED ? FEED : 'class'}.ics"`,
      })
      .type('text/calendar; charset=utf-8')
      .send(feed);
  });
};
