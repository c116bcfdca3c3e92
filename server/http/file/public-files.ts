import type { FastifyInstance } from 'fastify';
import { fail } from '#server/errors.ts';
import type { FileResponder } from './range-response.ts';

/** Public folders of the storage; keys are written once, so responses never become stale. */
const FOLDERS = new Set(['avatars', 'thumbnails', 'branding']);
const types: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' };
const NAME = /^([a-z0-9][a-z0-9-]{0,120})\.([a-z0-9]{2,5})$/;

/** Headers of uploaded files: browsers use the declared type and run no scripts. */
export const fileHeaders = (isForOtherSites: boolean): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': isForOtherSites ? 'cross-origin' : 'same-site',
  'referrer-policy': 'no-referrer',
});

/** Serves images at `/files/<folder>/<name>`. */
export const servePublicFiles = (app: FastifyInstance, responder: FileResponder, isForOtherSites: boolean): void => {
  const headers = { ...fileHeaders(isForOtherSites), 'cache-control': 'public, max-age=31536000, immutable' };
  app.route<{ Params: { folder: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:folder/:name',
    config: { isLong: true },
    handler: async (request, reply) => {
      const { folder, name } = request.params;
      const [, stem, extension = ''] = NAME.exec(name) ?? [];
      const contentType = Object.hasOwn(types, extension) ? types[extension] : undefined;
      if (stem === undefined || contentType === undefined || !FOLDERS.has(folder)) throw fail('file_not_found');
      return responder.send(request, reply, { key: `${folder}/${name}`, etag: `"${stem}"`, contentType, headers });
    },
  });
};
