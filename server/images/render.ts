import sharp, { type Sharp } from 'sharp';
import { joinPool, respond } from '#server/processes/pool-program.ts';
import type { Drawing } from './drawing.ts';

/**
 * The rendering process. It loads the image library, which is large and parses untrusted bytes; it can be killed at any moment.
 */
const MAX_PIXELS = 40_000_000;
const AVATAR_PIXELS = 512;
const THUMBNAIL_PIXELS = 1280;
const MARK_PIXELS = 512;
const TILE_PIXELS = 180;
const TILE_MARGIN = 14;
const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;
const QUALITY = 82;
/** Looks like the WebP, at two thirds of its size. */
const AVIF_QUALITY = 58;
const AVIF_EFFORT = 3;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };
const WHITE = '#fff';
const CSS_PIXELS_PER_INCH = 72;
const MAX_DENSITY = 2400;

const SENT = new Set(['jpeg', 'png']);
/** The formats that this process writes. */
const STORED = new Set(['jpeg', 'webp']);

sharp.cache(false);

const shapes: Record<Drawing['shape'], (upright: Sharp, size: Drawing['size']) => Sharp> = {
  avatar: (upright) => upright.resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover' }).webp({ quality: QUALITY }),
  thumbnail: (upright) =>
    upright.resize({ width: THUMBNAIL_PIXELS, withoutEnlargement: true }).webp({ quality: QUALITY }),
  mark: (upright) =>
    upright.resize(MARK_PIXELS, MARK_PIXELS, { fit: 'contain', background: TRANSPARENT }).png({ palette: true }),
  tile: (upright) =>
    upright
      .resize(TILE_PIXELS - 2 * TILE_MARGIN, TILE_PIXELS - 2 * TILE_MARGIN, { fit: 'contain', background: TRANSPARENT })
      .extend({ top: TILE_MARGIN, bottom: TILE_MARGIN, left: TILE_MARGIN, right: TILE_MARGIN, background: WHITE })
      .flatten({ background: WHITE })
      .png({ palette: true }),
  card: (upright) =>
    upright.resize(CARD_WIDTH, CARD_HEIGHT, { fit: 'cover' }).jpeg({ quality: QUALITY, mozjpeg: true }),
  cover: (upright, size) => {
    const narrower = upright.resize({ width: size?.width, withoutEnlargement: true });
    return size?.type === 'avif'
      ? narrower.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT })
      : narrower.webp({ quality: QUALITY });
  },
};

const draw = async ({ shape, size, path, isSvg, isStored }: Drawing): Promise<Buffer> => {
  const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false } as const;
  const { format, width, height } = await sharp(path, limits).metadata();
  const rasters = isStored ? STORED : SENT;
  if (isSvg ? format !== 'svg' : !rasters.has(format)) throw new Error(`${format} is not accepted`);
  // A small drawing is rendered at its final size instead of being enlarged.
  const density = Math.min(MAX_DENSITY, Math.ceil((CSS_PIXELS_PER_INCH * AVATAR_PIXELS) / Math.min(width, height)));
  const input = sharp(path, isSvg ? { ...limits, density: Math.max(CSS_PIXELS_PER_INCH, density) } : limits);
  const upright = input.autoOrient();
  return shapes[shape](upright, size).toBuffer();
};

process.on('message', (drawing: Drawing) => void respond(draw(drawing)));
joinPool();
