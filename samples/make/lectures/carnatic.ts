import {
  INK,
  PAPER,
  PAPER_INK,
  TEAL,
  TURMERIC,
  appear,
  between,
  box,
  disc,
  fade,
  progress,
  text,
  type Caption,
} from '../draw.ts';
import type { SampleVideo } from '../video.ts';
import { flute, mix, silence, tanpura } from '../sound.ts';

const COURSE = 'Carnatic Singing: The First Lessons';
const SA_HZ = 220;

/** The swaras of Mayamalavagowla in just intonation, from Sa to the upper Sa. */
const SWARAS = [
  { name: 'Sa', ratio: 1, interval: '1' },
  { name: 'Ri', ratio: 16 / 15, interval: '16/15' },
  { name: 'Ga', ratio: 5 / 4, interval: '5/4' },
  { name: 'Ma', ratio: 4 / 3, interval: '4/3' },
  { name: 'Pa', ratio: 3 / 2, interval: '3/2' },
  { name: 'Dha', ratio: 8 / 5, interval: '8/5' },
  { name: 'Ni', ratio: 15 / 8, interval: '15/8' },
  { name: 'Sa', ratio: 2, interval: '2' },
] as const;

const UPPER_SA = 7;
const ratioOf = (swara: number) => SWARAS[swara]?.ratio ?? 1;

/** A swara's name around x, the upper Sa with the dot that notation gives it. */
function swaraName(x: number, y: number, swara: number, size: number, color = INK): string {
  const name = text(x, y, SWARAS[swara]?.name ?? '', { size, display: true, color, anchor: 'middle' });
  return swara === UPPER_SA ? name + disc(x - size * 0.23, y - size * 0.8, size * 0.075, color) : name;
}

type Note = { swara: number; atSec: number; seconds: number };

/** The drone, with the flute over it. */
function play(notes: readonly Note[], seconds: number) {
  const sound = silence(seconds);
  mix(sound, tanpura(SA_HZ, seconds), 0, 0.55);
  for (const { swara, atSec, seconds: length } of notes) mix(sound, flute(SA_HZ * ratioOf(swara), length), atSec, 0.5);
  return sound;
}

const noteAt = (t: number, notes: readonly Note[]) =>
  notes.find(({ atSec, seconds }) => t >= atSec && t < atSec + seconds);

const STRINGS = [
  { swara: 0, y: 262, length: 900, words: 'the whole string, 220 Hz', atSec: 4.5 },
  { swara: 4, y: 392, length: 600, words: 'two thirds of it, 330 Hz', atSec: 11.5 },
  { swara: 7, y: 522, length: 450, words: 'half of it, 440 Hz', atSec: 18.5 },
] as const;

/** A string that swings while its note sounds: its two outermost shapes, and the string between them. */
function string(t: number, { swara, y, length, words, atSec }: (typeof STRINGS)[number], ringing: number): string {
  const x = 190;
  const reach = 30 * ringing;
  const arc = (dy: number) => `M${x} ${y}Q${x + length / 2} ${Math.round((y + dy * 2) * 100) / 100} ${x + length} ${y}`;
  const swing = Math.round(reach * Math.cos(t * 16) * 100) / 100;
  const lens = `<path d="${arc(reach)}${arc(-reach)}" fill="${TURMERIC}" opacity="0.22"/>`;
  const cord = `<path d="${arc(swing)}" fill="none" stroke="${ringing > 0 ? TURMERIC : TEAL.soft}" stroke-width="5"/>`;
  const pegs = disc(x, y, 9, INK) + disc(x + length, y, 9, INK);
  const label = swaraName(112, y + 14, swara, 44) + text(x, y + 60, words, { size: 27, color: TEAL.soft });
  return appear(t, atSec - 1, lens + cord + pegs + label);
}

export function saAndPa(): SampleVideo {
  const seconds = 32;
  const first = STRINGS.map(({ swara, atSec }) => ({ swara, atSec, seconds: 5.4 }));
  const together = STRINGS.map(({ swara }, i) => ({ swara, atSec: 25 + i * 0.4, seconds: 5.2 - i * 0.4 }));
  const notes = [...first, ...together];
  const captions: Caption[] = [
    { atSec: 0.4, words: 'Listen to the drone first. Breathe, and let it settle.' },
    { atSec: 4.2, words: 'Sa is your ground note. Sing it with the flute.' },
    { atSec: 11.2, words: 'Pa is the fifth: three swings for every two of Sa.' },
    { atSec: 18.2, words: 'The upper Sa swings twice as fast. It sounds like Sa again.' },
    { atSec: 24.8, words: 'All three together. Small whole numbers sound at peace.' },
  ];
  return {
    slide: { theme: TEAL, course: COURSE, title: 'Sa, Pa and the upper Sa', captions, ground: 'slope' },
    seconds,
    posterAtSec: 27,
    sound: play(notes, seconds),
    figure: (t) =>
      STRINGS.map((row) => {
        const sounding = notes.filter(({ swara }) => swara === row.swara);
        const note = noteAt(t, sounding);
        const ringing = note
          ? progress(t, note.atSec, 0.4) * (1 - progress(t, note.atSec + note.seconds - 0.5, 0.5))
          : 0;
        return string(t, row, ringing);
      }).join(''),
  };
}

const columnX = (swara: number) => 98 + swara * 140;
const columnHeight = (swara: number) => 70 + (Math.log2(ratioOf(swara)) * 1200 * 260) / 1200;
const FLOOR_Y = 560;

function columns(t: number, note: Note | undefined): string {
  return SWARAS.map(({ interval }, swara) => {
    const [x, height] = [columnX(swara), columnHeight(swara)];
    const on = note?.swara === swara;
    const ink = on ? PAPER_INK : INK;
    const column =
      box(x, FLOOR_Y - height, 104, height, on ? TURMERIC : TEAL.panel, 8) +
      swaraName(x + 52, FLOOR_Y - 22, swara, 36, ink) +
      text(x + 52, FLOOR_Y + 36, interval, { size: 26, color: TEAL.soft, anchor: 'middle' });
    return appear(t, 0.2 + swara * 0.12, column);
  }).join('');
}

/** A ball that moves from column to column as the notes pass. */
function pointer(t: number, notes: readonly Note[]): string {
  const index = notes.findLastIndex(({ atSec }) => t >= atSec - 0.18);
  const to = notes[index];
  if (!to) return '';
  const from = notes[index - 1] ?? to;
  const part = progress(t, to.atSec - 0.18, 0.36);
  const x = between(columnX(from.swara), columnX(to.swara), part) + 52;
  const y = FLOOR_Y - between(columnHeight(from.swara), columnHeight(to.swara), part) - 24;
  return disc(x, y - Math.sin(part * Math.PI) * 18, 13, PAPER);
}

export function firstScale(): SampleVideo {
  const stepSec = 1.5;
  const up = SWARAS.map((_, i) => ({ swara: i, atSec: 3.4 + i * stepSec, seconds: stepSec - 0.04 }));
  const down = SWARAS.map((_, i) => ({ swara: 7 - i, atSec: 16.6 + i * stepSec, seconds: stepSec - 0.04 }));
  const notes = [...up, ...down];
  const seconds = 32;
  const captions: Caption[] = [
    { atSec: 0.4, words: 'Each column is a swara; its height is its pitch.' },
    { atSec: 3.2, words: 'Going up: arohanam. One breath, an even voice.' },
    { atSec: 16.2, words: 'Coming down: avarohanam. Do not let the pitch sag.' },
    { atSec: 28.8, words: 'Notice the narrow steps: Sa to Ri, Ga to Ma, Pa to Dha, Ni to Sa.' },
  ];
  return {
    slide: { theme: TEAL, course: COURSE, title: 'Mayamalavagowla', captions, ground: 'slope' },
    seconds,
    posterAtSec: 10,
    sound: play(notes, seconds),
    figure: (t) => columns(t, noteAt(t, notes)) + pointer(t, notes),
  };
}

/** Sarali varisai 1: up and down the scale, one avartanam of Adi tala each way. */
const EXERCISE = [0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0] as const;
const HAND = ['clap', 'little', 'ring', 'middle', 'clap', 'turn', 'clap', 'turn'] as const;
const BEAT_SEC = 0.9;
const FIRST_SPEED_SEC = 2.7;
const SECOND_SPEED_SEC = FIRST_SPEED_SEC + 16 * BEAT_SEC + 1.8;

const beatX = (beat: number) => 92 + beat * 138 + (beat >= 4 ? 16 : 0) + (beat >= 6 ? 16 : 0);

function swaraCells(current: number): string {
  return EXERCISE.map((swara, i) => {
    const [x, y] = [beatX(i % 8), i < 8 ? 196 : 312];
    const on = i === current;
    const label = swaraName(x + 61, y + 66, swara, 42, on ? PAPER_INK : INK);
    return box(x, y, 122, 96, on ? TURMERIC : TEAL.panel, 8) + label;
  }).join('');
}

function hand(beat: number, pulse: number): string {
  return HAND.map((gesture, i) => {
    const on = i === beat;
    const x = beatX(i) + 61;
    const dot = disc(x, 478, on ? between(22, 15, pulse) : 11, on ? PAPER : TEAL.panel);
    return (
      dot + text(x, 536, gesture, { size: 27, anchor: 'middle', color: on ? INK : TEAL.soft, weight: on ? 650 : 450 })
    );
  }).join('');
}

export function saraliVarisai(): SampleVideo {
  const slow = EXERCISE.map((swara, i) => ({ swara, atSec: FIRST_SPEED_SEC + i * BEAT_SEC, seconds: BEAT_SEC - 0.03 }));
  const halfBeat = BEAT_SEC / 2;
  const fast = EXERCISE.map((swara, i) => ({
    swara,
    atSec: SECOND_SPEED_SEC + i * halfBeat,
    seconds: halfBeat - 0.02,
  }));
  const seconds = 30;
  const captions: Caption[] = [
    { atSec: 0.4, words: 'Adi tala: eight beats. A clap and three fingers, then clap and turn, twice.' },
    { atSec: FIRST_SPEED_SEC, words: 'First speed: one swara to a beat.' },
    { atSec: SECOND_SPEED_SEC - 1.6, words: 'Second speed: two swaras to a beat, the hand as before.' },
    {
      atSec: SECOND_SPEED_SEC + 8 * BEAT_SEC + 0.4,
      words: 'Repeat each line until it is even, and only then go faster.',
    },
  ];
  return {
    slide: { theme: TEAL, course: COURSE, title: 'Sarali varisai, the first', captions, ground: 'slope' },
    seconds,
    posterAtSec: 6.5,
    sound: play([...slow, ...fast], seconds),
    figure: (t) => {
      const second = t >= SECOND_SPEED_SEC - 0.01;
      const startSec = second ? SECOND_SPEED_SEC : FIRST_SPEED_SEC;
      const beats = (t - startSec + 0.001) / BEAT_SEC;
      const running = beats >= 0 && beats < (second ? 8 : 16);
      const beat = running ? Math.floor(beats) : -1;
      const cell = running ? Math.floor(second ? beats * 2 : beats) : -1;
      return fade(progress(t, 0.2, 0.6), swaraCells(cell) + hand(beat % 8, progress(beats % 1, 0, 0.6)));
    },
  };
}
