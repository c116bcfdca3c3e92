import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { CoverSize } from '#contract/covers.ts';
import { fail } from '#server/errors.ts';
import { createProcessPool, type PoolOptions } from '#server/processes/process-pool.ts';
import type { Drawing } from './drawing.ts';
import { isSvg } from './sniff.ts';

const PROGRAM = join(import.meta.dirname, 'render.ts');
const TIMEOUT_MS = 10_000;
const SVG_TIMEOUT_MS = 2000;
const SVG_FIRST_TRY_MS = 250;
const FIRST_BYTES = 4096;

/** An uploaded image, in a file. */
export interface SentImage {
  path: string;
  /** A user's id or a visitor's network. Images of one sender are rendered one at a time. */
  sender: string;
  /** Aborts the rendering when the sender has disconnected. */
  signal: AbortSignal;
  /** For one that a school has stored: also a WebP, which nobody may send. */
  isStored?: boolean;
}

/** Renders images: every uploaded image is rendered again, and only the new file is stored. */
export interface Images {
  /** A square WebP of 512 pixels. */
  toAvatar(image: SentImage): Promise<Buffer>;
  /** A WebP of at most 1280 pixels in width. */
  toThumbnail(image: SentImage): Promise<Buffer>;
  /** A square PNG of 512 pixels with the whole image, transparent around it. */
  toMark(image: SentImage): Promise<Buffer>;
  /** A square PNG of 180 pixels with the whole image on white. */
  toTile(image: SentImage): Promise<Buffer>;
  /** A JPEG of 1200 × 630 pixels from a thumbnail. */
  toCard(thumbnail: SentImage): Promise<Buffer>;
  /** A thumbnail in a width of the list, or its own if narrower. */
  toCover(thumbnail: SentImage, size: CoverSize): Promise<Buffer>;
  close(): Promise<void>;
}

const readFirstBytes = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Throws `not_an_image` if an image cannot be rendered or takes too long. */
export const createImages = (options: PoolOptions = {}): Images => {
  const pool = createProcessPool(PROGRAM, options);
  const render = async (
    shape: Drawing['shape'],
    { path, sender, signal, isStored }: SentImage,
    size?: CoverSize,
  ): Promise<Buffer> => {
    const drawing: Drawing = { shape, size, path, isStored, isSvg: isSvg(await readFirstBytes(path)) };
    if (drawing.isSvg && shape === 'thumbnail') throw fail('not_an_image');
    const result = await pool.run({
      input: drawing,
      owner: sender,
      // At most one process renders SVGs, so that they never block photos.
      ...(drawing.isSvg
        ? { timeoutMs: SVG_TIMEOUT_MS, firstTryMs: SVG_FIRST_TRY_MS, key: 'svg' }
        : { timeoutMs: TIMEOUT_MS }),
      signal,
    });
    if (result.kind === 'done') return result.bytes;
    if (result.kind === 'busy') throw fail('busy');
    // The caller has disconnected; this must not count as a failure of the server.
    throw fail(result.kind === 'cancelled' ? 'malformed_request' : 'not_an_image');
  };
  return {
    toAvatar: (image) => render('avatar', image),
    toThumbnail: (image) => render('thumbnail', image),
    toMark: (image) => render('mark', image),
    toTile: (image) => render('tile', image),
    toCard: (thumbnail) => render('card', { ...thumbnail, isStored: true }),
    toCover: (thumbnail, size) => render('cover', { ...thumbnail, isStored: true }, size),
    close: () => pool.close(),
  };
};
