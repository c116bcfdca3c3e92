import { fail } from '#server/errors.ts';
import { type AudioKind, readMp3, readWav, sniffAudio } from '#video-format/audio.ts';
import { BrokenBoxError, type ReadAt } from '#video-format/boxes.ts';
import { codecOf, readMp4 } from '#video-format/mp4.ts';
import { VIDEO_SNIFF_BYTES } from '#video-format/sniff.ts';
import { type OpenFile, pagedReader } from './inspect.ts';

export interface AudioFacts extends AudioKind {
  sizeBytes: number;
  durationMs: number;
}

/** Sound in an MP4 that every browser decodes. */
const PLAYABLE = new Set(['mp4a', '.mp3']);

const readM4a = async (read: ReadAt, fileBytes: number): Promise<{ durationMs: number } | undefined> => {
  const mp4 = await readMp4(read, fileBytes);
  const codec = codecOf(mp4, 'soun');
  const isSoundOnly = codec !== undefined && PLAYABLE.has(codec) && codecOf(mp4, 'vide') === undefined;
  return isSoundOnly && mp4.durationMs !== undefined ? { durationMs: mp4.durationMs } : undefined;
};

const readers: Record<AudioKind['container'], typeof readMp3> = { mp3: readMp3, m4a: readM4a, wav: readWav };

/** Inspects a sound file without decoding it. Throws `not_audio` for everything that browsers may not play. */
export const inspectAudio = async (open: OpenFile): Promise<AudioFacts> => {
  const file = await open();
  if (!file) throw new Error('the sound file is gone');
  try {
    const { sizeBytes } = file;
    const read = pagedReader(file);
    const kind = sniffAudio(await read(0, VIDEO_SNIFF_BYTES));
    const facts = kind && (await readers[kind.container](read, sizeBytes));
    if (!kind || !facts || facts.durationMs <= 0) throw fail('not_audio');
    return { ...kind, sizeBytes, durationMs: facts.durationMs };
  } catch (error) {
    if (error instanceof BrokenBoxError) throw fail('not_audio', { cause: error });
    throw error;
  } finally {
    await file.close();
  }
};
