/** Signs that a blurred recording does not confuse, and that form no words. */
export const WATERMARK_SIGNS = 'CDFGHJKMNPQRTVWXY234679';
export const WATERMARK_LENGTH = 6;

const CODE = new RegExp(`^[${WATERMARK_SIGNS}]{${WATERMARK_LENGTH}}$`);

/** A code as it is stored, of one that was typed: `k7-q2 md` is `K7Q2MD`. Undefined for what is none. */
export const readWatermarkCode = (typed: string): string | undefined => {
  const code = typed.replaceAll(/[\s._-]/g, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
};
