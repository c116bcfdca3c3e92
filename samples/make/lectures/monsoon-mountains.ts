import { INDIGO, INK, TURMERIC, appear, between, box, disc, fade, line, progress, text } from '../draw.ts';
import type { SampleVideo } from '../video.ts';
import { narrate, type Line } from '../narration.ts';
import { CHORDS, COURSE, LAND, SEA } from './monsoon-scene.ts';
import { cloud, curve, rain, stream } from './weather.ts';

const RIDGE = curve([
  [236, 616],
  [310, 586],
  [430, 520],
  [560, 330],
  [612, 296],
  [668, 330],
  [760, 436],
  [880, 462],
  [1280, 478],
]);

const OVER_THE_RIDGE = curve([
  [40, 520],
  [260, 500],
  [400, 430],
  [500, 310],
  [610, 236],
  [720, 300],
  [860, 394],
  [1040, 416],
  [1240, 420],
]);

function groundAt(x: number): number {
  const right = RIDGE.findIndex(([px]) => px >= x);
  const [x1, y1] = RIDGE[right] ?? [x, 606];
  const [x0, y0] = RIDGE[right - 1] ?? [x1 - 1, y1];
  return between(y0, y1, (x - x0) / (x1 - x0));
}

const RAINFALL = [
  { name: 'Mumbai', mm: 2400, label: '2,400 mm' },
  { name: 'Mahabaleshwar', mm: 5600, label: '5,600 mm' },
  { name: 'Pune', mm: 750, label: '750 mm' },
] as const;

function rainfallCard(t: number, at: number): string {
  const rows = RAINFALL.map(({ name, mm, label }, i) => {
    const y = 196 + i * 46;
    const length = (mm / 5600) * 104 * progress(t, at + 0.5 + i * 0.8, 1.2);
    return (
      text(790, y, name, { size: 26 }) +
      box(984, y - 18, length, 20, TURMERIC, 3) +
      fade(progress(t, at + 1 + i * 0.8, 0.5), text(984 + length + 12, y, label, { size: 24, weight: 600 }))
    );
  });
  const heading = text(790, 144, 'Rain in a year, about', { size: 25, color: INDIGO.soft });
  return appear(t, at, box(762, 96, 470, 216, INDIGO.slope, 10) + heading + rows.join(''));
}

function place(t: number, at: number, x: number, name: string, labelBelow: number): string {
  const y = groundAt(x);
  return appear(
    t,
    at,
    disc(x, y, 9, TURMERIC) + text(x, y + labelBelow, name, { size: 26, weight: 600, anchor: 'middle' }),
  );
}

const MOUNTAINS_LINES: readonly Line[] = [
  {
    say: 'The wet wind meets the Western gots, a wall more than a thousand metres high.',
    spelled: 'The wet wind meets the Western Ghats, a wall more than a thousand metres high.',
    caption: 'The wet wind meets a wall more than 1,000 metres high.',
  },
  {
    say: 'It has to climb. Rising air expands and cools, and its water turns into cloud.',
    caption: 'Rising air expands and cools, and its water turns into cloud.',
  },
  {
    say: 'So the rain falls on the side that faces the sea.',
    caption: 'So the rain falls on the side that faces the sea.',
  },
  {
    say: 'Beyond the ridge the air sinks, warms and dries. This side lies in the rain shadow.',
    caption: 'Beyond the ridge the air sinks, warms and dries: the rain shadow.',
  },
  {
    say: 'Mahha bullayshwer, on the ridge, gets more than five metres of rain a year. poonay, beyond it, gets less than one.',
    spelled:
      'Mahabaleshwar, on the ridge, gets more than five metres of rain a year. Pune, beyond it, gets less than one.',
    caption: 'The ridge gets over five metres of rain a year; Pune less than one.',
  },
];

export function mountains(): Promise<SampleVideo> {
  return narrate({
    slide: { theme: INDIGO, course: COURSE, title: 'The Western Ghats', ground: 'floor' },
    voice: 'rms',
    chords: CHORDS,
    lines: MOUNTAINS_LINES,
    figure: (t, cue) => {
      const mist = progress(t, cue(1) + 2, 2);
      const land = `<path d="M${RIDGE.map(([x, y]) => `${x} ${y}`).join('L')}L1280 620H236Z" fill="${LAND}"/>`;
      const wind = line(OVER_THE_RIDGE, INK, 4, 'opacity="0.35"');
      const wet = OVER_THE_RIDGE.slice(0, 50);
      const dry = OVER_THE_RIDGE.slice(46);
      const label = { size: 28, weight: 600, anchor: 'middle' } as const;
      return (
        box(0, 578, 400, 40, SEA, 0) +
        land +
        text(118, 572, 'Arabian Sea', { ...label, color: INDIGO.soft }) +
        appear(t, cue(0), wind) +
        fade(progress(t, cue(0), 1), stream(t, wet, 8, 4, '#BFD9EA') + stream(t, dry, 5, 4, TURMERIC)) +
        fade(mist, cloud(between(440, 500, mist), 250, between(0.5, 0.95, mist))) +
        fade(progress(t, cue(2) + 0.4, 1), rain(t, 408, 590, 300, groundAt)) +
        appear(
          t,
          cue(3) + 3,
          text(1010, 552, 'Rain shadow', { size: 34, display: true, color: INK, anchor: 'middle' }),
        ) +
        place(t, cue(4), 330, 'Mumbai', -22) +
        place(t, cue(4), 612, 'Mahabaleshwar', 112) +
        place(t, cue(4), 820, 'Pune', 42) +
        rainfallCard(t, cue(4))
      );
    },
  });
}
