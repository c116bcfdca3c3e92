import { join } from 'node:path';
import type { CoverSize } from '#contract/catalog/covers.ts';
import { fail } from '#server/errors.ts';
import { createProcessPool, type PoolOptions } from '#server/processes/process-pool.ts';
import { type Drawing, REFUSALS } from './drawing.ts';
import { firstBytesOf } from './first-bytes.ts';
import { isSvg } from './sniff.ts';

const PROGRAM = join(import.meta.dirname, 'render.ts');
/** A slow machine needs seconds for the largest. */
const CPU_MS = 30_000;
const SVG_CPU_MS = 2000;
const SVG_FIRST_TRY_CPU_MS = 250;

/** An uploaded image, in a file. */
export interface SentImage {
  path: string;
  /** A user's id or a visitor's network. Images of one sender are rendered one at a time. */
  sender: string;
  /** Aborts the rendering when the sender has disconnected. */
  signal: AbortSignal;
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
  /** A JPEG of A4 across, for printing. */
  toPaper(image: SentImage): Promise<Buffer>;
  /** The dark strokes of a picture as a PNG without its ground, cut to them. */
  toSignature(image: SentImage): Promise<Buffer>;
  /** A thumbnail in a width of the list, or its own if narrower. */
  toCover(thumbnail: SentImage, size: CoverSize): Promise<Buffer>;
  close(): Promise<void>;
}

/** Throws the reason why an image cannot be rendered, `not_an_image` if that needs too much processor time, and `busy`. */
export const createImages = (options: PoolOptions = {}): Images => {
  const pool = createProcessPool(PROGRAM, options);
  const render = async (
    shape: Drawing['shape'],
    { path, sender, signal }: SentImage,
    size?: CoverSize,
  ): Promise<Buffer> => {
    const drawing: Drawing = { shape, size, path, isSvg: isSvg(await firstBytesOf(path)) };
    if (drawing.isSvg && shape === 'thumbnail') throw fail('not_an_image');
    const result = await pool.run({
      input: drawing,
      owner: sender,
      // At most one process renders SVGs, so that they never block photos.
      ...(drawing.isSvg ? { cpuMs: SVG_CPU_MS, firstTryCpuMs: SVG_FIRST_TRY_CPU_MS, key: 'svg' } : { cpuMs: CPU_MS }),
      signal,
    });
    if (result.kind === 'done') return result.bytes;
    if (result.kind === 'busy') throw fail('busy');
    // The caller has disconnected; this must not count as a failure of the server.
    if (result.kind === 'cancelled') throw fail('malformed_request');
    throw fail(REFUSALS.find((refusal) => refusal === result.problem) ?? 'not_an_image');
  };
  return {
    toAvatar: (image) => render('avatar', image),
    toThumbnail: (image) => render('thumbnail', image),
    toMark: (image) => render('mark', image),
    toTile: (image) => render('tile', image),
    toCard: (thumbnail) => render('card', thumbnail),
    toPaper: (image) => render('paper', image),
    toSignature: (image) => render('signature', image),
    toCover: (thumbnail, size) => render('cover', thumbnail, size),
    close: () => pool.close(),
  };
};
