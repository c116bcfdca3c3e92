import type { Caption, Slide } from './draw.ts';
import type { SampleVideo } from './video.ts';
import { SAMPLE_RATE, bed, mix, silence } from './sound.ts';
import { speak, type Voice } from './voice.ts';

export type Line = {
  /** Spelled for the ear: the synthesiser does not know Indian names. */
  say: string;
  /** The same words as they are written, where that differs. */
  spelled?: string;
  caption: string;
};

export type Narration = {
  slide: Omit<Slide, 'captions'>;
  voice: Voice;
  lines: readonly Line[];
  chords: readonly (readonly number[])[];
  /** The figure at second `t`; `cue(n)` is the second at which line n begins. */
  figure: (t: number, cue: (line: number) => number) => string;
};

const LEAD_SEC = 1.2;
const PAUSE_SEC = 0.7;
const TAIL_SEC = 2.4;

const vttTime = (seconds: number): string => `00:${seconds.toFixed(3).padStart(6, '0')}`;

/** Speaks the lines one after the other over a quiet bed, and times captions and figure by them. */
export async function narrate(narration: Narration): Promise<SampleVideo> {
  const spoken = await Promise.all(narration.lines.map(({ say }) => speak(say, narration.voice)));
  let endSec = LEAD_SEC;
  const startsSec = spoken.map((sound) => {
    const startSec = endSec;
    endSec += sound.length / SAMPLE_RATE + PAUSE_SEC;
    return startSec;
  });
  const seconds = Math.ceil(endSec - PAUSE_SEC + TAIL_SEC);
  const sound = silence(seconds);
  mix(sound, bed(narration.chords, seconds), 0, 0.022);
  spoken.forEach((line, i) => mix(sound, line, startsSec[i] ?? 0));

  const cue = (line: number) => startsSec[line] ?? seconds;
  const captions: Caption[] = narration.lines.map(({ caption }, i) => ({ atSec: cue(i), words: caption }));
  const webVtt = narration.lines.map(({ say, spelled = say }, i) => {
    const endsSec = cue(i) + (spoken[i]?.length ?? 0) / SAMPLE_RATE;
    return `\n${vttTime(cue(i))} --> ${vttTime(endsSec)}\n${spelled}\n`;
  });
  return {
    webVtt: `WEBVTT\n${webVtt.join('')}`,
    slide: { ...narration.slide, captions },
    seconds,
    posterAtSec: seconds - 1,
    sound,
    figure: (t) => narration.figure(t, cue),
  };
}
