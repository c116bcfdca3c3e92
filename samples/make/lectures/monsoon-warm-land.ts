import { INDIGO, INK, TURMERIC, appear, between, box, disc, fade, line, progress, shift, text } from '../draw.ts';
import type { SampleVideo } from '../video.ts';
import { narrate, type Line } from '../narration.ts';
import { CHORDS, COURSE, LAND, SEA } from './monsoon-scene.ts';
import { cloud, curve, rain, stream, type Point } from './weather.ts';

const CORAL = '#F37254';

function thermometer(x: number, degrees: number, part: number, color: string): string {
  const height = between(24, degrees * 3.6, part);
  const shown = Math.round(between(24, degrees, part));
  return (
    box(x - 11, 330, 22, 190, INDIGO.slope, 11) +
    box(x - 7, 512 - height, 14, height, color, 7) +
    disc(x, 520, 19, color) +
    text(x + 30, 516 - height, `${shown} °C`, { size: 34, weight: 650 })
  );
}

/** Three winds over one another, from the sea to the land. */
const WINDS = [0, -56, -112].map((lift) =>
  curve([
    [1050, 540 + lift],
    [900, 500 + lift],
    [740, 482 + lift],
    [540, 494 + lift],
  ]),
);

function wind(t: number, path: readonly Point[], index: number): string {
  const [x, y] = path.at(-1) ?? [0, 0];
  const head = line(
    [
      [x + 22, y - 20],
      [x, y],
      [x + 24, y + 14],
    ],
    INK,
    5,
  );
  return line(path, INK, 4, 'opacity="0.4"') + head + stream(t + index, path, 7, 3.2, '#BFD9EA');
}

function arrow(t: number, at: number, x: number): string {
  const sway = Math.sin(t * 1.6 + x) * 6;
  const shaft = line(
    [
      [x, 478],
      [x + sway, 400],
      [x, 330],
    ],
    CORAL,
    6,
  );
  const head = line(
    [
      [x - 14, 348],
      [x, 330],
      [x + 14, 348],
    ],
    CORAL,
    6,
  );
  return appear(t, at, shaft + head);
}

const WARM_LAND_LINES: readonly Line[] = [
  {
    say: 'Under the same summer sun, land warms quickly, and the sea warms slowly.',
    caption: 'Under the same sun, land warms quickly and the sea slowly.',
  },
  {
    say: 'Warm air over the land is light. It rises, and the pressure there falls.',
    caption: 'Warm air is light. It rises, and the pressure over land falls.',
  },
  {
    say: 'Over the cooler sea the air stays heavy, and the pressure stays higher.',
    caption: 'Over the cooler sea, the pressure stays higher.',
  },
  {
    say: 'Air flows from high pressure to low, and it carries water from the sea.',
    caption: 'Air flows from high pressure to low, and carries water with it.',
  },
  {
    say: 'That wet wind, from June to September, is the southwest monsoon.',
    caption: 'From June to September, that wet wind is the southwest monsoon.',
  },
];

export function warmLand(): Promise<SampleVideo> {
  return narrate({
    slide: { theme: INDIGO, course: COURSE, title: 'Warm land, cool sea', ground: 'floor' },
    voice: 'rms',
    chords: CHORDS,
    lines: WARM_LAND_LINES,
    figure: (t, cue) => {
      const warming = progress(t, cue(0) + 1.6, 4);
      const sky = progress(t, cue(4), 1.5);
      const pressure = { size: 34, display: true, color: TURMERIC, anchor: 'middle' } as const;
      return (
        disc(640, 250, 58, TURMERIC) +
        box(560, 560, 740, 60, SEA, 0) +
        `<path d="M0 500C180 470 400 490 560 548C620 570 660 584 700 610H0Z" fill="${LAND}"/>` +
        thermometer(110, 42, warming, CORAL) +
        thermometer(1110, 29, warming, '#8FB8B0') +
        fade(1 - sky, [290, 370, 450].map((x) => arrow(t, cue(1) + 0.6 + (x - 290) / 400, x)).join('')) +
        appear(t, cue(1) + 3, text(370, 232, 'Low pressure', pressure)) +
        appear(t, cue(2) + 2.6, text(920, 232, 'High pressure', pressure)) +
        fade(progress(t, cue(3), 1), WINDS.map((path, i) => wind(t, path, i)).join('')) +
        fade(
          progress(t, cue(4) + 1, 1),
          rain(t, 280, 470, 370, () => 500),
        ) +
        fade(sky, shift(between(140, 0, sky), 0, cloud(370, 336, 1)))
      );
    },
  });
}
