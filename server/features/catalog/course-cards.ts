import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { fail } from '#server/errors.ts';
import { type PreparedResponse, prepareBytes } from '#server/http/prepared-response.ts';
import { createResponseCache } from '#server/http/response-cache.ts';
import type { Platform } from '#server/platform.ts';

const NAME = /^([a-z0-9]{1,64})\.jpg$/;
const THUMBNAIL_TYPES = ['webp', 'jpg'];
const MAX_BYTES = 4 * 1024 * 1024;
/** A thumbnail has a new name when it changes. */
const ONE_VERSION = '1';

/** Serves `/cards/<thumbnail>.jpg`: what messengers show with a link, drawn from the thumbnail of a course. */
export const serveCourseCards = (
  server: FastifyInstance,
  { storage, temporaryFiles, images }: Pick<Platform, 'storage' | 'temporaryFiles' | 'images'>,
): void => {
  const cards = createResponseCache(MAX_BYTES);

  const openThumbnail = async (name: string) => {
    for (const type of THUMBNAIL_TYPES) {
      const file = await storage.open(`thumbnails/${name}.${type}`);
      if (file) return file;
    }
    throw fail('file_not_found');
  };

  const draw = async (name: string): Promise<PreparedResponse> => {
    const file = await openThumbnail(name);
    const path = await temporaryFiles.path();
    try {
      const bytes = Buffer.alloc(file.sizeBytes);
      await file.readFrom(0, file.sizeBytes - 1).fill(bytes);
      await pipeline(Readable.from([bytes]), createWriteStream(path));
      const sent = { path, sender: 'cards', signal: new AbortController().signal };
      return prepareBytes(await images.toCard(sent));
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  };

  server.get<{ Params: { name: string } }>('/cards/:name', async (request, reply) => {
    const name = NAME.exec(request.params.name)?.[1];
    if (name === undefined) throw fail('file_not_found');
    const { body, etag } = await cards.get(ONE_VERSION, name, () => draw(name));
    return reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'")
      .type('image/jpeg')
      .send(body);
  });
};
