import sharp from 'sharp';
import { Drawing, type Drawn } from './drawing.ts';

/**
 * The process that renders. It loads the image library, which is large and reads hostile bytes: apart from the server,
 * it can be ended at any moment. It takes one order at a time and ends with the server.
 */
const MAX_PIXELS = 40_000_000;
const AVATAR_PIXELS = 512;
const THUMBNAIL_PIXELS = 1280;
const CSS_PIXELS_PER_INCH = 72;
const MAX_DENSITY = 2400;

const RASTER = new Set(['jpeg', 'png']);

sharp.cache(false);

const draw = async ({ shape, path, isSvg }: Drawing): Promise<Buffer> => {
  const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false } as const;
  const { format, width, height } = await sharp(path, limits).metadata();
  if (isSvg ? format !== 'svg' : !RASTER.has(format)) throw new Error(`${format} is not accepted`);
  // A small drawing is drawn large at once, instead of being blown up.
  const density = Math.min(MAX_DENSITY, Math.ceil((CSS_PIXELS_PER_INCH * AVATAR_PIXELS) / Math.min(width, height)));
  const input = sharp(path, isSvg ? { ...limits, density: Math.max(CSS_PIXELS_PER_INCH, density) } : limits);
  const upright = input.autoOrient();
  const sized =
    shape === 'avatar'
      ? upright.resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover' })
      : upright.resize({ width: THUMBNAIL_PIXELS, withoutEnlargement: true });
  return sized.webp({ quality: 82 }).toBuffer();
};

const renderAndSend = async (order: unknown): Promise<void> => {
  let outcome: Drawn;
  try {
    outcome = { bytes: new Uint8Array(await draw(Drawing.parse(order))) };
  } catch (error) {
    outcome = { problem: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(outcome);
};

process.on('message', (order) => void renderAndSend(order));
// An orderly exit would wait for the drawing, which may never end.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.send?.('ready');
