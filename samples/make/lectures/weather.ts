import { between, box, disc, fade, line } from '../draw.ts';

/** What weather is drawn with: smooth paths, drops that travel along them, clouds and rain. */
export type Point = readonly [number, number];

/** The point that lies `part` of the way along a path of straight pieces. */
function along(path: readonly Point[], part: number): Point {
  const place = Math.min(0.9999, Math.max(0, part)) * (path.length - 1);
  const from = path[Math.floor(place)] ?? [0, 0];
  const to = path[Math.floor(place) + 1] ?? from;
  return [between(from[0], to[0], place % 1), between(from[1], to[1], place % 1)];
}

/** A smooth curve through a handful of points, as many short straight pieces (Catmull-Rom). */
export function curve(points: readonly Point[]): Point[] {
  const last = points.slice(-1);
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))] ?? [0, 0];
  const spline = (a: number, b: number, c: number, d: number, u: number) =>
    b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
  const pieces = points.slice(1).flatMap((_, i) =>
    Array.from({ length: 12 }, (__, k): Point => {
      const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      return [spline(a[0], b[0], c[0], d[0], k / 12), spline(a[1], b[1], c[1], d[1], k / 12)];
    }),
  );
  return [...pieces, ...last];
}

/** Drops that travel along a path, evenly apart, appearing and leaving softly at its ends. */
export function stream(t: number, path: readonly Point[], count: number, seconds: number, color: string): string {
  return Array.from({ length: count }, (_, i) => {
    const part = (t / seconds + i / count) % 1;
    const [x, y] = along(path, part);
    return fade(Math.min(1, part * 8, (1 - part) * 8), disc(x, y, 6, color));
  }).join('');
}

export function cloud(x: number, y: number, size: number): string {
  const puffs: readonly (readonly [number, number, number])[] = [
    [-70, 8, 38],
    [-26, -20, 50],
    [34, -12, 46],
    [80, 12, 34],
  ];
  const round = puffs.map(([dx, dy, r]) => disc(x + dx * size, y + dy * size, r * size, '#EDF1F8')).join('');
  return round + box(x - 106 * size, y + 6 * size, 218 * size, 40 * size, '#EDF1F8', 20 * size);
}

/** Slanting strokes that fall from `top` to `bottom`, again and again. */
export function rain(t: number, fromX: number, toX: number, top: number, bottom: (x: number) => number): string {
  const count = Math.round((toX - fromX) / 20);
  return Array.from({ length: count }, (_, i) => {
    const x = fromX + i * 20;
    const part = (t * 0.9 + ((i * 7) % 10) / 10) % 1;
    const y = between(top, bottom(x) - 26, part);
    return line(
      [
        [x, y],
        [x - 5, y + 22],
      ],
      '#BFD9EA',
      3,
    );
  }).join('');
}
