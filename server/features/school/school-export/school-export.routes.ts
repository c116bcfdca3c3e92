import { api } from '#contract/api.ts';
import type { Http } from '#server/http/http.ts';
import { fileHeaders } from '#server/http/file/public-files.ts';
import type { Moving } from './school-export.ts';

/** Sends parts of a file too, so that browsers resume a broken download. */
const serveExports = ({ server, responder }: Pick<Http, 'server' | 'responder'>, moving: Moving): void => {
  const headers = {
    ...fileHeaders(false),
    'cache-control': 'private, no-store',
    'content-disposition': 'attachment; filename="school.zip"',
    'referrer-policy': 'no-referrer',
  };
  server.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    url: '/school-exports/:token/school.zip',
    config: { isLong: true },
    handler: async (request, reply) => {
      const { token } = request.params;
      const key = await moving.keyOf(token);
      const mayContinue = (): Promise<boolean> =>
        moving.keyOf(token).then(
          () => true,
          () => false,
        );
      return responder.send(request, reply, {
        key,
        contentType: 'application/zip',
        etag: `"${key.slice(key.indexOf('/') + 1)}"`,
        headers,
        mayContinue,
      });
    },
  });
};

export const movingRoutes = (http: Http, moving: Moving): void => {
  const { bind } = http;
  bind(api.schoolExports, {
    list: async () => ({ exports: await moving.list() }),
    request: async ({ actor }) => ({ export: await moving.request(actor.id) }),
    address: async ({ actor, params }) => ({ address: await moving.addressOf(params.exportId, actor.id) }),
    remove: ({ params }) => moving.remove(params.exportId),
  });
  serveExports(http, moving);
};
