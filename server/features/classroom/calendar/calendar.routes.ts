import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { fail } from '#server/errors.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import { type Calendar, CALENDAR_PATH } from './calendar.ts';

const FEED = 'classes';

export const calendarRoutes = (bind: Bind, calendar: Calendar, http: FastifyInstance): void => {
  bind(api.calendar, {
    address: ({ actor }) => calendar.describe(actor),
    renew: ({ actor }) => calendar.renew(actor),
  });

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
