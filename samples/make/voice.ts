import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ffmpeg } from './ffmpeg.ts';
import { SAMPLE_RATE, type Sound } from './sound.ts';

/** The voices of flite, the free speech synthesiser that ffmpeg is built with on Debian. */
export type Voice = 'slt' | 'rms';

/** Slower than flite's own pace, without rumble, a little warmer. */
const POLISH = `atempo=0.93,aresample=${SAMPLE_RATE},highpass=f=85,equalizer=f=220:t=q:w=1:g=2,equalizer=f=3200:t=q:w=1.2:g=-2`;

export async function speak(words: string, voice: Voice): Promise<Sound> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-voice-'));
  try {
    const file = path.join(folder, 'words.txt');
    await writeFile(file, words);
    const source = `flite=textfile=${file}:voice=${voice},${POLISH}`;
    const raw = await ffmpeg(['-f', 'lavfi', '-i', source, '-ac', '1', '-f', 'f32le', '-']);
    return new Float32Array(new Uint8Array(raw).buffer);
  } finally {
    await rm(folder, { recursive: true });
  }
}
