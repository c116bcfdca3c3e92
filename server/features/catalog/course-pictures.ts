import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { COVER_TYPES, COVER_WIDTHS, type CoverSize } from '#contract/catalog/covers.ts';
import { unlessDiskFails } from '#server/database/failures.ts';
import { fail } from '#server/errors.ts';
import { type PreparedResponse, prepareBytes } from '#server/http/endpoint/prepared-response.ts';
import { createResponseCache } from '#server/http/page/response-cache.ts';
import type { Images, SentImage } from '#server/images/images.ts';
import type { Platform } from '#server/platform.ts';
import type { FileOwner } from '#server/storage/file-sweep.ts';
import { filesInColumn } from '#server/storage/files-in-column.ts';
import { readWhole } from '#server/storage/read-whole.ts';

const NAME = /^[a-z0-9]{1,64}$/;
const THUMBNAIL_TYPES = ['webp', 'jpg'];
const FOLDER = 'covers';
const MAX_BYTES = 8 * 1024 * 1024;
/** A thumbnail has a new name when it changes. */
const ONE_VERSION = '1';

/** The kinds of pictures of a thumbnail: the suffix of the file's name, and how it is drawn. */
interface Picture {
  ending: string;
  contentType: string;
  draw: (images: Images, thumbnail: SentImage) => Promise<Buffer>;
}

const card: Picture = {
  ending: '-card.jpg',
  contentType: 'image/jpeg',
  draw: (images, thumbnail) => images.toCard(thumbnail),
};

const cover = (size: CoverSize): Picture => ({
  ending: `-${size.width}.${size.type}`,
  contentType: `image/${size.type}`,
  draw: (images, thumbnail) => images.toCover(thumbnail, size),
});

const covers = COVER_WIDTHS.flatMap((width) => COVER_TYPES.map((type) => cover({ width, type })));
const endings = [card, ...covers].map(({ ending }) => ending);

/** A thumbnail with everything that may be drawn from it. */
export const withPictures = (thumbnailKey: string | null): (string | null)[] => {
  const name = thumbnailKey === null ? undefined : /^thumbnails\/([a-z0-9]+)\./.exec(thumbnailKey)?.[1];
  return [thumbnailKey, ...(name === undefined ? [] : endings.map((ending) => `${FOLDER}/${name}${ending}`))];
};

export const thumbnailFiles = filesInColumn('thumbnails', {
  table: 'courses',
  column: 'thumbnail_key',
  isDeletable: true,
});

export const teacherPictures = filesInColumn('thumbnails', {
  table: 'teachers',
  column: 'picture_key',
  isDeletable: false,
});

export const blockPictures = filesInColumn('thumbnails', {
  table: 'block_pictures',
  column: 'picture_key',
  isDeletable: false,
});

/** Drawn pictures are in no backup: missing ones are drawn again. */
export const pictureFiles: FileOwner = {
  folders: [FOLDER],
  keysInUse: async (db, keys) => {
    const thumbnailsOf = (key: string): string[] => {
      const name = /^covers\/([a-z0-9]+)-/.exec(key)?.[1];
      return name === undefined ? [] : THUMBNAIL_TYPES.map((type) => `thumbnails/${name}.${type}`);
    };
    const thumbnails = keys.flatMap(thumbnailsOf);
    const ofCourses = await thumbnailFiles.keysInUse(db, thumbnails);
    const inUse = ofCourses
      .union(await teacherPictures.keysInUse(db, thumbnails))
      .union(await blockPictures.keysInUse(db, thumbnails));
    return new Set(keys.filter((key) => thumbnailsOf(key).some((thumbnail) => inUse.has(thumbnail))));
  },
  keysAfter: async () => [],
};

/** Makes the function that returns a picture of a thumbnail: cached, stored, or drawn and then stored. */
const createPictures = ({ storage, temporaryFiles, images }: Platform) => {
  const pictures = createResponseCache(MAX_BYTES);

  const readThumbnail = async (name: string): Promise<Buffer> => {
    for (const type of THUMBNAIL_TYPES) {
      const bytes = await readWhole(storage, `thumbnails/${name}.${type}`);
      if (bytes) return bytes;
    }
    throw fail('file_not_found');
  };

  const draw = async (name: string, picture: Picture): Promise<Buffer> => {
    const thumbnail = await readThumbnail(name);
    const path = await temporaryFiles.path();
    try {
      await pipeline(Readable.from([thumbnail]), createWriteStream(path));
      // Several may wait for it, and it is drawn once, so it is drawn also when one of them leaves.
      return await picture.draw(images, { path, sender: FOLDER, signal: new AbortController().signal });
    } finally {
      await rm(path, { force: true });
    }
  };

  const prepare = async (name: string, picture: Picture): Promise<PreparedResponse> => {
    const key = `${FOLDER}/${name}${picture.ending}`;
    const stored = await readWhole(storage, key);
    if (stored) return prepareBytes(stored);
    const bytes = await draw(name, picture);
    await storage.put(key, bytes).catch(unlessDiskFails);
    return prepareBytes(bytes);
  };

  return (name: string, picture: Picture): PreparedResponse | Promise<PreparedResponse> =>
    pictures.get(ONE_VERSION, `${name}${picture.ending}`, () => prepare(name, picture));
};

/**
 * Serves pictures drawn from the thumbnail of a course or the picture of a teacher: `/cards/<thumbnail>.jpg`, which messengers show with a link, and
 * `/covers/<thumbnail>-<width>.<type>`, which pages show.
 */
export const serveCoursePictures = (server: FastifyInstance, platform: Platform): void => {
  const pictureOf = createPictures(platform);

  const send = async (reply: FastifyReply, name: string, picture: Picture | undefined): Promise<FastifyReply> => {
    if (!picture || !NAME.test(name)) throw fail('file_not_found');
    const { body, etag } = await pictureOf(name, picture);
    return reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(picture.contentType)
      .send(body);
  };

  server.get<{ Params: { name: string } }>('/cards/:name', async ({ params }, reply) => {
    const isCard = params.name.endsWith('.jpg');
    return send(reply, params.name.replace(/\.jpg$/, ''), isCard ? card : undefined);
  });

  server.get<{ Params: { name: string } }>('/covers/:name', async ({ params }, reply) => {
    const [name = ''] = params.name.split('-');
    return send(
      reply,
      name,
      covers.find(({ ending }) => params.name === name + ending),
    );
  });
};
