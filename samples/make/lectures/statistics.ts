import { BRICK, INK, TURMERIC, appear, between, box, disc, fade, line, progress, text } from '../draw.ts';
import { narrate, type Line } from '../narration.ts';
import type { SampleVideo } from '../video.ts';

const COURSE = 'Statistics with a Clear Head';

/** A minor, F, C, G. */
const CHORDS = [
  [110, 220, 329.63],
  [87.31, 174.61, 261.63],
  [130.81, 196, 329.63],
  [98, 196, 293.66],
] as const;

const SALARIES = [18, 20, 22, 24, 26, 28, 30] as const;
const LARGEST = { before: 30, after: 212 };
const MEDIAN_INDEX = 3;
/** Pixels for a thousand rupees: the scale shrinks when the large salary comes. */
const PIXELS_BEFORE = 9;
const PIXELS_AFTER = 1.6;
const BASE_Y = 560;

function salaries(t: number, cue: (line: number) => number): string {
  const raise = progress(t, cue(3) + 1.6, 1.6);
  const pixels = between(PIXELS_BEFORE, PIXELS_AFTER, raise);
  const marked = progress(t, cue(1) + 1.4, 0.6);
  return SALARIES.map((salary, i) => {
    const last = i === SALARIES.length - 1;
    const amount = last ? between(LARGEST.before, LARGEST.after, raise) : salary;
    const height = amount * pixels * progress(t, cue(0) + 1 + i * 0.3, 0.8);
    if (height === 0) return '';
    const x = 100 + i * 118;
    const fill = i === MEDIAN_INDEX && marked > 0 ? TURMERIC : '#DE8062';
    const value = text(x + 40, BASE_Y + 38, `${Math.round(amount)}`, {
      size: 30,
      weight: 650,
      anchor: 'middle',
    });
    return box(x, BASE_Y - height, 80, height, fill, 4) + value;
  }).join('');
}

function result(t: number, at: number, y: number, name: string, value: number, color: string): string {
  const words =
    text(958, y, name, { size: 30, color, weight: 600 }) +
    text(958, y + 56, `₹${Math.round(value)},000`, { size: 54, display: true, color });
  return appear(t, at, words);
}

const MEAN_AND_MEDIAN_LINES: readonly Line[] = [
  {
    say: 'Seven people work in a studio. This is what each of them earns in a month, in thousands of rupees.',
    caption: 'Seven people, and what each earns in a month, in thousands.',
  },
  {
    say: 'The one in the middle of the line is the median. Twenty four thousand.',
    spelled: 'The one in the middle of the line is the median. Twenty-four thousand.',
    caption: 'The one in the middle of the line is the median.',
  },
  {
    say: 'The mean adds all seven and divides by seven. It is twenty four thousand too.',
    spelled: 'The mean adds all seven and divides by seven. It is twenty-four thousand too.',
    caption: 'The mean adds all seven and divides by seven.',
  },
  {
    say: 'Now the last one earns two hundred and twelve thousand. The mean jumps to fifty.',
    caption: 'Now the last one earns 212. The mean jumps to 50.',
  },
  {
    say: 'Six of the seven earn less than the mean. The median has not moved.',
    caption: 'Six of seven earn less than the mean. The median has not moved.',
  },
];

export function meanAndMedian(): Promise<SampleVideo> {
  return narrate({
    slide: { theme: BRICK, course: COURSE, title: 'Seven salaries, two middles', ground: 'slope' },
    voice: 'slt',
    chords: CHORDS,
    lines: MEAN_AND_MEDIAN_LINES,
    figure: (t, cue) => {
      const raise = progress(t, cue(3) + 1.6, 1.6);
      const mean = between(24, 50, raise);
      const meanY = BASE_Y - mean * between(PIXELS_BEFORE, PIXELS_AFTER, raise);
      const meanLine = line(
        [
          [88, meanY],
          [930, meanY],
        ],
        INK,
        4,
        'stroke-dasharray="2 12"',
      );
      return (
        line(
          [
            [88, BASE_Y],
            [930, BASE_Y],
          ],
          BRICK.soft,
          3,
        ) +
        salaries(t, cue) +
        appear(t, cue(2) + 1, meanLine) +
        result(t, cue(2) + 1, 268, 'Mean', mean, INK) +
        result(t, cue(1) + 2, 400, 'Median', 24, TURMERIC)
      );
    },
  });
}

const SURVEYS = [
  { asked: '100 people', points: 10 },
  { asked: '400 people', points: 5 },
  { asked: '2,500 people', points: 2 },
  { asked: '10,000 people', points: 1 },
] as const;

const SHARE = 52;
const xOf = (percent: number) => between(330, 1000, (percent - 40) / 25);

function survey(t: number, at: number, index: number): string {
  const row = SURVEYS[index];
  if (!row) return '';
  const y = 226 + index * 72;
  const reach = (xOf(SHARE + row.points) - xOf(SHARE)) * progress(t, at + 0.4, 1.2);
  const label = text(88, y + 11, row.asked, { size: 32 });
  const band = box(xOf(SHARE) - reach, y - 19, reach * 2, 38, '#DE8062', 6);
  const margin = text(1192, y + 12, `± ${row.points} ${row.points === 1 ? 'point' : 'points'}`, {
    anchor: 'end',
    size: 34,
    weight: 650,
  });
  return appear(t, at, label + band + disc(xOf(SHARE), y, 9, INK)) + fade(progress(t, at + 1, 0.5), margin);
}

function scale(): string {
  const ticks = [40, 45, 50, 55, 60].map(
    (percent) =>
      line(
        [
          [xOf(percent), 186],
          [xOf(percent), 474],
        ],
        BRICK.panel,
        2,
      ) + text(xOf(percent), 510, `${percent}%`, { size: 26, color: BRICK.soft, anchor: 'middle' }),
  );
  return ticks.join('');
}

const HOW_MANY_TO_ASK_LINES: readonly Line[] = [
  {
    say: 'Ask one hundred people, chosen at random, and the answer may be ten points off, either way.',
    caption: 'Ask 100 people at random: the answer may be ten points off.',
  },
  {
    say: 'The margin is about one, divided by the square root of how many you ask.',
    caption: 'The margin is about one divided by the square root of n.',
  },
  {
    say: 'To halve the doubt, ask four times as many. Four hundred people, five points.',
    caption: 'To halve the doubt, ask four times as many.',
  },
  {
    say: 'Two and a half thousand people, two points. Ten thousand, one point.',
    caption: '2,500 people: two points. 10,000 people: one point.',
  },
  {
    say: 'It hardly matters how large the country is. It matters that the sample is random.',
    caption: 'The size of the country hardly matters. A random sample does.',
  },
];

export function howManyToAsk(): Promise<SampleVideo> {
  return narrate({
    slide: { theme: BRICK, course: COURSE, title: '52 in a hundred say yes. Or do they?', ground: 'slope' },
    voice: 'slt',
    chords: CHORDS,
    lines: HOW_MANY_TO_ASK_LINES,
    figure: (t, cue) =>
      appear(t, 0.3, scale()) +
      survey(t, cue(0) + 0.8, 0) +
      survey(t, cue(2) + 3.2, 1) +
      survey(t, cue(3), 2) +
      survey(t, cue(3) + 3, 3) +
      appear(t, cue(1) + 1, text(88, 584, 'margin ≈ 1 ÷ √n', { size: 42, display: true, color: TURMERIC })) +
      appear(t, cue(1) + 2, text(1192, 582, 'right 19 times in 20', { size: 28, color: BRICK.soft, anchor: 'end' })),
  });
}
