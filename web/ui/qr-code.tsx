import { encodeQR } from 'qr';

/** A QR code, black on white in both themes, because some scanners need it. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4 });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg viewBox={`0 0 ${rows.length} ${rows.length}`} className={className} shapeRendering="crispEdges">
      <title>{label}</title>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
