import sharp, { type Sharp } from 'sharp';
import { joinPool } from '#server/processes/pool-program.ts';
import type { Drawing, Refusal } from './drawing.ts';

/**
 * The rendering process. It loads the image library, which is large and parses untrusted bytes; it can be killed at any moment.
 */
/** More than any phone takes: a JPEG shrinks while it is read, and a PNG is read line by line. */
const MAX_PIXELS = 220_000_000;
/** Of a picture that must be in the memory as a whole: a progressive JPEG, an interlaced PNG, a WebP, a drawing. */
const MAX_WHOLE_PIXELS = 80_000_000;
/** Of a WebP. */
const MAX_HEIGHT = 16_383;
const AVATAR_PIXELS = 512;
const THUMBNAIL_PIXELS = 1280;
const MARK_PIXELS = 512;
const TILE_PIXELS = 180;
const TILE_MARGIN = 14;
const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;
/** A4 across, sharp when it is printed. */
const PAPER = { width: 2480, height: 1754 } as const;
const SIGNATURE = { width: 1200, height: 400 } as const;
const SIGNATURE_INK = { r: 21, g: 37, b: 43 } as const;
/** Brighter than this share of the brightest is ground. */
const SIGNATURE_GROUND = 0.75;
const QUALITY = 82;
/** Looks like the WebP, at two thirds of its size. */
const AVIF_QUALITY = 58;
const AVIF_EFFORT = 3;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };
const WHITE = '#fff';
const CSS_PIXELS_PER_INCH = 72;
const MAX_DENSITY = 2400;

const RASTERS = new Set(['jpeg', 'png', 'webp']);

sharp.cache(false);

/** Ink where the picture is dark, nothing where it is as bright as its ground. */
const strokesOf = async (upright: Sharp): Promise<Sharp> => {
  const grey = upright
    .resize({ ...SIGNATURE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: WHITE })
    .toColourspace('b-w')
    .normalise({ lower: 0, upper: 60 })
    .linear(1 / SIGNATURE_GROUND, 0)
    .negate();
  const { data, info } = await grey.extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const ink = sharp({ create: { width, height, channels: 3, background: SIGNATURE_INK } });
  const strokes = await ink
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return sharp(strokes).trim({ background: TRANSPARENT, threshold: 40 }).png();
};

const shapes: Record<Drawing['shape'], (upright: Sharp, size: Drawing['size']) => Sharp | Promise<Sharp>> = {
  avatar: (upright) => upright.resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover' }).webp({ quality: QUALITY }),
  thumbnail: (upright) =>
    upright
      .resize({ width: THUMBNAIL_PIXELS, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY }),
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
  paper: (upright) =>
    upright
      .flatten({ background: WHITE })
      .resize({ ...PAPER, fit: 'cover' })
      .jpeg({ quality: QUALITY, mozjpeg: true }),
  signature: strokesOf,
  cover: (upright, size) => {
    const narrower = upright.resize({ width: size?.width, withoutEnlargement: true });
    return size?.type === 'avif'
      ? narrower.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT })
      : narrower.webp({ quality: QUALITY });
  },
};

const refuse = (refusal: Refusal) => (): never => {
  throw new Error(refusal);
};

const draw = async ({ shape, size, path, isSvg }: Drawing): Promise<Buffer> => {
  const unlimited = { limitInputPixels: false, failOn: 'error', animated: false } as const;
  const { format, width, height, isProgressive } = await sharp(path, unlimited)
    .metadata()
    .catch(refuse('not_an_image'));
  if (isSvg ? format !== 'svg' : !RASTERS.has(format)) refuse('not_an_image')();
  const isStreamed = format === 'png' || format === 'jpeg';
  const limitInputPixels = isStreamed && !isProgressive ? MAX_PIXELS : MAX_WHOLE_PIXELS;
  if (width * height > limitInputPixels) refuse('too_many_pixels')();
  const limits = { ...unlimited, limitInputPixels };
  // A small drawing is rendered at its final size instead of being enlarged.
  const wanted = shape === 'paper' ? PAPER.width : AVATAR_PIXELS;
  const density = Math.min(MAX_DENSITY, Math.ceil((CSS_PIXELS_PER_INCH * wanted) / Math.min(width, height)));
  const input = sharp(path, isSvg ? { ...limits, density: Math.max(CSS_PIXELS_PER_INCH, density) } : limits);
  const upright = input.autoOrient();
  const drawn = async (): Promise<Buffer> => (await shapes[shape](upright, size)).toBuffer();
  return drawn().catch(refuse('damaged_image'));
};

joinPool(draw);
