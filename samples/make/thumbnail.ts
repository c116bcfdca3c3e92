import sharp from 'sharp';
import { coverArt, type Shape } from '#web/components/cover-art.ts';
import { HEIGHT, WIDTH } from './draw.ts';

const SVG_NAMES: Record<string, string> = { strokeWidth: 'stroke-width' };

function element({ kind, ...attributes }: Shape): string {
  const paint = attributes.stroke ? { ...attributes, fill: 'none' } : attributes;
  const written = Object.entries(paint).map(([name, value]) => `${SVG_NAMES[name] ?? name}="${value}"`);
  return `<${kind} ${written.join(' ')}/>`;
}

/** Draws the cover that the site itself draws for this title, as a JPEG. */
export async function makeThumbnail(title: string, file: string): Promise<void> {
  const { width, height, colours, shapes } = coverArt(title);
  const ground = `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${ground}${shapes.map(element).join('')}</svg>`;
  await sharp(Buffer.from(svg))
    .resize(WIDTH, HEIGHT)
    .jpeg({ quality: 80, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toFile(file);
}
