/**
 * Cover art from a title: flat shapes in one of eight palettes and seven forms. The same title always gives the same
 * cover. Shapes are data, so that they render on the server as well as in the browser.
 */
export type Shape = { fill?: string; stroke?: string; strokeWidth?: number; opacity?: number } & (
  | { kind: 'path'; d: string }
  | { kind: 'rect'; x: number; y: number; width: number; height: number }
  | { kind: 'circle'; cx: number; cy: number; r: number }
);

interface Palette {
  ground: string;
  deep: string;
  mid: string;
  light: string;
  spark: string;
  /** Readable on the ground. */
  ink: string;
}

const palette = (ground: string, deep: string, mid: string, light: string, spark: string, ink: string): Palette => ({
  ground,
  deep,
  mid,
  light,
  spark,
  ink,
});

const PALETTES: readonly Palette[] = [
  palette('#12454F', '#0B2E36', '#2F7A80', '#BFD9CF', '#F37254', '#F3F7F2'),
  palette('#E9B949', '#B57F1C', '#F4D58A', '#FBF1D8', '#1B4A54', '#12282D'),
  palette('#B5452D', '#83301F', '#DE8062', '#F8DDCB', '#F2C14E', '#FFF6F0'),
  palette('#2E5B46', '#1B3B2D', '#5F9272', '#CFE2CF', '#F2C14E', '#F3F7F2'),
  palette('#2B3A67', '#1A2446', '#5C74A8', '#CBD5EA', '#F37254', '#F4F6FB'),
  palette('#DDE3D3', '#A9B79A', '#F1F3E8', '#FFFFFF', '#C9563C', '#12282D'),
  palette('#6B2E45', '#451A2B', '#A85C73', '#EBCBD1', '#E9B949', '#FDF3F5'),
  palette('#8FB8B0', '#4F8079', '#BDD6CF', '#EDF4F0', '#6B2E45', '#12282D'),
];

const SALT = 'lectern:156:';

/** FNV-1a over the code points, then mixed. */
const hash = (text: string): number => {
  let h = 2_166_136_261;
  for (const character of text.normalize('NFKC').trim().toLowerCase()) {
    h = Math.imul(h ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  }
  h ^= h >>> 16;
  h = Math.imul(h, 2_246_822_507) >>> 0;
  h ^= h >>> 13;
  h = Math.imul(h, 3_266_489_909) >>> 0;
  return (h ^ (h >>> 16)) >>> 0;
};

interface Drawing {
  colours: Palette;
  seed: number;
  width: number;
  height: number;
  /** A ninth of the height. */
  unit: number;
  centreX: number;
  isFlipped: boolean;
}

/** The nth of a short list of colours; the list is walked round. */
const at = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

const bits = (seed: number, shift: number): number => ((seed >>> (shift * 3 + 6)) & 7) / 7;

/** A slope, a cone of light, a disc. */
const lamp = ({ colours, width: w, height: h, unit: u, centreX: cx, isFlipped }: Drawing): Shape[] => {
  const [left, right] = isFlipped ? [h * 0.52, h * 0.78] : [h * 0.78, h * 0.52];
  return [
    { kind: 'path', d: `M0 ${h}L0 ${left}L${w} ${right}L${w} ${h}Z`, fill: colours.deep },
    {
      kind: 'path',
      d: `M${cx} ${u * 1.6}L${cx - u * 4.2} ${h}L${cx + u * 4.2} ${h}Z`,
      fill: colours.light,
      opacity: 0.22,
    },
    { kind: 'circle', cx, cy: u * 2.4, r: u * 1.35, fill: colours.spark },
    { kind: 'path', d: `M0 ${left}L${w} ${right}`, stroke: colours.mid, strokeWidth: u * 0.18 },
  ];
};

/** Books on a ledge. */
const spines = ({ colours, seed, width: w, height: h, unit: u }: Drawing): Shape[] => {
  const { light: l, mid: m, spark: k, deep: d } = colours;
  const list = [l, m, k, d, l, m, d, k, m, l];
  const shapes: Shape[] = [];
  const floor = h * 0.86;
  for (let x = w * 0.08, i = 0; x < w * 0.9; i += 1) {
    const width = u * (0.7 + (1.1 * ((seed >>> (i * 2)) & 3)) / 3);
    const height = u * (4.2 + ((seed >>> (i * 3 + 1)) & 7) * 0.42);
    const y = floor - height;
    shapes.push({ kind: 'rect', x, y, width, height, fill: at(list, i + (seed & 3)) });
    shapes.push({ kind: 'rect', x, y: y + u * 0.5, width, height: u * 0.14, fill: colours.ground, opacity: 0.7 });
    x += width + u * (i % 4 === 3 ? 0.7 : 0.08);
  }
  shapes.push({ kind: 'rect', x: 0, y: floor, width: w, height: u * 1.3, fill: d });
  return shapes;
};

/** Arches, one inside the other. */
const arches = ({ colours, height: h, unit: u, centreX: cx }: Drawing): Shape[] =>
  [colours.deep, colours.mid, colours.light, colours.spark].map((fill, i) => {
    const r = u * (4.3 - i * 1.02);
    return { kind: 'path', d: `M${cx - r} ${h}V${u * 5}a${r} ${r} 0 0 1 ${2 * r} 0V${h}Z`, fill };
  });

/** Quarter leaves on a grid. */
const leaves = ({ colours, seed, width: w, unit: u }: Drawing): Shape[] => {
  const c = u * 3;
  const list = [colours.deep, colours.mid, colours.light];
  const shapes: Shape[] = [];
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column * c < w; column += 1) {
      const q = (seed >>> ((column * 3 + row * 5) % 27)) & 15;
      const [x, y] = [column * c, row * c];
      const corners = [
        `M${x} ${y}h${c}a${c} ${c} 0 0 1 -${c} ${c}Z`,
        `M${x + c} ${y}v${c}a${c} ${c} 0 0 1 -${c} -${c}Z`,
        `M${x} ${y + c}v-${c}a${c} ${c} 0 0 1 ${c} ${c}Z`,
        `M${x + c} ${y + c}h-${c}a${c} ${c} 0 0 1 ${c} -${c}Z`,
      ];
      if (q > 4)
        shapes.push({ kind: 'path', d: at(corners, q & 3), fill: q === 15 ? colours.spark : at(list, q >> 2) });
    }
  }
  return shapes;
};

/** Ripples from a corner. */
const ripples = ({ colours, width: w, height: h, unit: u, isFlipped }: Drawing): Shape[] => {
  const { deep: d, mid: m, ground: g, light: l } = colours;
  const rings = [d, m, g, l, g, m].map((fill, i): Shape => ({
    kind: 'circle',
    cx: isFlipped ? w : 0,
    cy: h,
    r: u * (12.2 - i * 1.9),
    fill,
  }));
  return [...rings, { kind: 'circle', cx: w * (isFlipped ? 0.22 : 0.78), cy: u * 2.5, r: u, fill: colours.spark }];
};

const stepwell = ({ colours, width: w, height: h, unit: u }: Drawing): Shape[] => {
  const steps = [colours.deep, colours.mid, colours.deep, colours.light, colours.spark].map((fill, i): Shape => {
    const [width, height] = [u * (14 - i * 2.7), u * (7.6 - i * 1.5)];
    return { kind: 'rect', x: (w - width) / 2, y: h - height, width, height, fill };
  });
  const [top, foot, mid] = [h - u * 7.6, h - u * 1.6, w / 2];
  const edges = `M${mid - u * 7} ${top}L${mid - u * 1.6} ${foot}M${mid + u * 7} ${top}L${mid + u * 1.6} ${foot}`;
  return [...steps, { kind: 'path', d: edges, stroke: colours.ground, strokeWidth: u * 0.12 }];
};

/** Parallel waves. */
const threads = ({ colours, seed, width: w, unit: u }: Drawing): Shape[] => {
  const list = [colours.mid, colours.light, colours.deep];
  const swing = u * (1.1 + bits(seed, 2));
  return Array.from({ length: 9 }, (_, i) => {
    const y = u * (0.6 + i);
    return {
      kind: 'path',
      d: `M${-u} ${y}C${w * 0.25} ${y - swing} ${w * 0.4} ${y + swing} ${w * 0.6} ${y}S${w * 0.9} ${y - swing} ${w + u} ${y}`,
      stroke: i === ((seed >>> 5) % 7) + 1 ? colours.spark : at(list, i),
      strokeWidth: u * 0.34,
    };
  });
};

const FORMS = [lamp, spines, arches, leaves, ripples, stepwell, threads];

export interface CoverArt {
  width: number;
  height: number;
  /** The number of its palette, which `courses.css` knows too. */
  palette: number;
  colours: Palette;
  shapes: Shape[];
}

const coloursAt = (seed: number): Palette => PALETTES[seed % PALETTES.length] ?? palette('', '', '', '', '', '');

/** The colours of a title or a name, always the same ones. */
export const coverColours = (title: string): Palette => coloursAt(hash(SALT + title));

/** Draws the cover of a title: 16:9 for cards, or the given size for books. */
export const coverArt = (title: string, { width, height } = { width: 1600, height: 900 }): CoverArt => {
  const seed = hash(SALT + title);
  const colours = coloursAt(seed);
  const draw = FORMS[(seed >>> 3) % FORMS.length] ?? threads;
  const drawing: Drawing = {
    colours,
    seed,
    width,
    height,
    unit: height / 9,
    centreX: width * (0.3 + 0.4 * bits(seed, 1)),
    isFlipped: ((seed >>> 27) & 1) === 1,
  };
  return { width, height, palette: seed % PALETTES.length, colours, shapes: draw(drawing) };
};
