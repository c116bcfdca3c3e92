/** Sound as plain samples between −1 and 1, one channel. Everything heard in the sample lectures is computed here or spoken by voice.ts. */
export const SAMPLE_RATE = 44_100;

export type Sound = Float32Array<ArrayBuffer>;

export function silence(seconds: number): Sound {
  return new Float32Array(Math.round(seconds * SAMPLE_RATE));
}

/** Adds `from` into `into`, from the given second on; what reaches past the end is left out. */
export function mix(into: Sound, from: Sound, atSec: number, gain = 1): void {
  const start = Math.round(atSec * SAMPLE_RATE);
  const count = Math.min(from.length, into.length - start);
  for (let i = 0; i < count; i++) into[start + i] = (into[start + i] ?? 0) + (from[i] ?? 0) * gain;
}

function samples(seconds: number, valueAt: (sec: number) => number): Sound {
  const sound = silence(seconds);
  for (let i = 0; i < sound.length; i++) sound[i] = valueAt(i / SAMPLE_RATE);
  return sound;
}

const wave = (hz: number, sec: number) => Math.sin(2 * Math.PI * hz * sec);

function envelope(sec: number, seconds: number, attackSec: number, releaseSec: number): number {
  const rising = Math.min(1, sec / attackSec);
  const falling = Math.min(1, Math.max(0, (seconds - sec) / releaseSec));
  return Math.sin((rising * Math.PI) / 2) * Math.sin((falling * Math.PI) / 2);
}

const FLUTE_PARTIALS = [1, 0.42, 0.2, 0.09, 0.05, 0.025];

/** A held note, flute-like: soft attack, a little vibrato once it stands. */
export function flute(hz: number, seconds: number): Sound {
  return samples(seconds, (sec) => {
    const vibrato = Math.min(1, Math.max(0, (sec - 0.35) / 0.5)) * 0.0035;
    const phaseSec = sec - (vibrato / (2 * Math.PI * 5.1)) * Math.cos(2 * Math.PI * 5.1 * sec);
    const body = FLUTE_PARTIALS.reduce((sum, level, i) => sum + level * wave(hz * (i + 1), phaseSec), 0);
    return body * 0.4 * envelope(sec, seconds, 0.07, 0.16);
  });
}

/** One plucked tanpura string: upper partials bloom after the pluck and ring on, as the curved bridge makes them. */
function pluck(hz: number, seconds: number): Sound {
  const partials = Array.from({ length: 18 }, (_, i) => i + 1).filter((n) => n * hz < 6000);
  return samples(seconds, (sec) => {
    const body = partials.reduce((sum, n) => {
      const bloom = 1 - Math.exp(-sec / (0.004 + 0.022 * n));
      const decay = Math.exp(-sec / (2.6 - 0.09 * n));
      return sum + (bloom * decay * wave(hz * n * (1 + 0.00004 * n * n), sec)) / n ** 0.75;
    }, 0);
    return body * 0.22 * envelope(sec, seconds, 0.004, 0.5);
  });
}

/** The drone: Pa, Sa, Sa and the low Sa, over and over. */
export function tanpura(saHz: number, seconds: number): Sound {
  const drone = silence(seconds);
  const strings = [saHz * 0.75, saHz, saHz, saHz / 2].map((hz) => pluck(hz, 5.5));
  const stepSec = 0.95;
  for (let i = 0; i * stepSec < seconds - 1.5; i++) {
    const string = strings[i % strings.length];
    if (string) mix(drone, string, i * stepSec);
  }
  return drone;
}

/** A quiet bed of long chords, to lie under a voice. */
export function bed(chords: readonly (readonly number[])[], seconds: number): Sound {
  const pad = silence(seconds);
  const chordSec = seconds / chords.length;
  chords.forEach((chord, i) => {
    for (const hz of chord) {
      const tone = samples(chordSec + 1.2, (sec) => {
        const body = wave(hz, sec) + 0.3 * wave(hz * 2.001, sec) + 0.5 * wave(hz * 0.999, sec);
        return (body / chord.length) * envelope(sec, chordSec + 1.2, 1.2, 1.6);
      });
      mix(pad, tone, i * chordSec);
    }
  });
  return pad;
}

/** Brings a sound to one loudness (mean −22 dBFS) and fades its first and last moments. */
export function level(sound: Sound): Sound {
  const power = sound.reduce((sum, value) => sum + value * value, 0) / sound.length;
  const gain = 10 ** (-22 / 20) / Math.sqrt(power);
  const seconds = sound.length / SAMPLE_RATE;
  return sound.map((value, i) => softLimit(value * gain) * envelope(i / SAMPLE_RATE, seconds, 0.05, 0.6));
}

/** Leaves quiet samples alone and bends loud ones, so that no peak passes 0.8. */
function softLimit(value: number): number {
  const size = Math.abs(value);
  return size < 0.5 ? value : Math.sign(value) * (0.5 + 0.3 * Math.tanh((size - 0.5) / 0.3));
}
