/** The dark modules of a QR code, with the white border that readers need. */
export const qrRows = async (text: string): Promise<boolean[][]> => {
  const { encodeQR } = await import('qr');
  return encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
};

/** As squares of an SVG path. */
export const qrPath = async (text: string): Promise<{ size: number; path: string }> => {
  const rows = await qrRows(text);
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size: rows.length, path };
};
