import { encodeQR } from 'qr';

const PIXELS_OF_A_MODULE = 12;

/** A QR code as a PNG file, which apps read from the photos of a phone. */
export const qrPicture = async (text: string): Promise<Blob | null> => {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4 });
  const canvas = document.createElement('canvas');
  canvas.width = rows.length * PIXELS_OF_A_MODULE;
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      if (isDark)
        context.fillRect(x * PIXELS_OF_A_MODULE, y * PIXELS_OF_A_MODULE, PIXELS_OF_A_MODULE, PIXELS_OF_A_MODULE);
  return new Promise((resolve) => canvas.toBlob(resolve));
};
