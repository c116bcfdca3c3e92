import type { FastifyInstance } from 'fastify';
import { fail } from '#server/errors.ts';
import type { FileResponder } from './range-response.ts';

/** Folders of the storage that anyone may read; a key is written only once, so that a response never becomes stale. */
const FOLDERS = new Set(['avatars', 'thumbnails', 'branding']);
const types: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' };
const NAME = /^([a-z0-9][a-z0-9-]{0,120})\.([a-z0-9]{2,5})$/;

/** For every file that a user uploaded: browsers show it as its declared type, and never run anything in it. */
export const fileHeaders = (isForOtherSites: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
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
