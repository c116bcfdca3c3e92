import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { inspectAudio } from '#server/video/inspect-audio.ts';
import { type Kind, PLAYED } from '../kind.ts';

const isAudioName = (name: string): boolean => name.startsWith('audio.');

/** A sound file in a format that every browser plays; it is served as it is. */
export const audioKind: Kind = {
  done: PLAYED,
  replacedBy: 'audio',
  read: async ({ id, upload }) => {
    if (!upload) throw fail('lecture_file_missing');
    const { contentType, extension, sizeBytes, durationMs } = await inspectAudio(upload.open);
    const key = `audio/${id}-${newId().slice(0, 8)}.${extension}`;
    return { durationMs, file: { key, contentType, sizeBytes, name: `audio.${extension}` } };
  },
  present: (_, { names, addressOf }) => {
    const name = names.find(isAudioName);
    return { audio: name === undefined ? null : { address: addressOf(name) } };
  },
};
