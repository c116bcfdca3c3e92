import sharp from 'sharp';

const WIDTH = 1600;
const QUALITY = 84;
/** As messengers show it. */
const CARD = { width: 1200, height: 630 } as const;
const CARD_SHEET = { height: 590, width: Math.round((590 * 297) / 210) };

/** A page as a WebP. */
export const pagePicture = (svg: (width: number) => string): Promise<Buffer> =>
  sharp(Buffer.from(svg(WIDTH)), { unlimited: true })
    .webp({ quality: QUALITY })
    .toBuffer();

/** A page in the middle of the picture that messengers show with a link, as a PNG. */
export const pageCard = async (svg: (width: number) => string, background: string): Promise<Buffer> => {
  const page = await sharp(Buffer.from(svg(CARD_SHEET.width)), { unlimited: true })
    .png()
    .toBuffer();
  return sharp({ create: { ...CARD, channels: 3, background } })
    .composite([{ input: page, gravity: 'centre' }])
    .png({ palette: true })
    .toBuffer();
};
