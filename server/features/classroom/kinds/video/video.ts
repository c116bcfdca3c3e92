import { fail } from '#server/errors.ts';
import { inspectVideo } from '#server/video/inspect.ts';
import { type Kind, PLAYED } from '../kind.ts';

/** A recording, which is served from its first moment and processed when there is time. */
export const videoKind: Kind = {
  done: PLAYED,
  replacedBy: 'video',
  isReadyLater: true,
  inspect: ({ open }) => inspectVideo(open),
  read: async ({ id, upload }, { video }) => {
    if (!upload) throw fail('lecture_file_missing');
    return { recording: await video.inspect(upload.open, id) };
  },
  present: (_, { names, addressOf }) => {
    const name = names.find((one) => one.startsWith('video.'));
    return { lecture: [{ secure_url: name === undefined ? '' : addressOf(name) }] };
  },
};
