import { qrCode } from './qr-squares.ts';

const QUIET = 4;

/** A QR code, black on white in both themes, because some scanners need it. Nothing for a text that is too long. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const rows = qrCode(text);
  if (!rows) return null;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
  const size = rows.length + 2 * QUIET;
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={className} shapeRendering="crispEdges">
      <title>{label}</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
