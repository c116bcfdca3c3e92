/** The dark modules of a QR code as squares of an SVG path, with the white border that readers need. */
export const qrPath = async (text: string): Promise<{ size: number; path: string }> => {
  const { encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size: rows.length, path };
};
