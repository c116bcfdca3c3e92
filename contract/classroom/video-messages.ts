import { say } from '../languages/say.ts';

/** Messages about videos and their processing. */
export const videoMessages = {
  switchedOff: say('Videos are not converted: FFMPEG_PATH is set to none.'),
  noEngine: say(
    'Videos are not converted: ffmpeg is not installed. Install it, or set FFMPEG_PATH, then restart the server.',
  ),
  brokenEngine: say('Videos are not converted: the program at FFMPEG_PATH does not work as ffmpeg.'),
  silentEngine: say('Videos wait: ffmpeg does not respond, perhaps because the machine is busy. It is tried again.'),
  noProbe: say('Videos are not converted: ffprobe is missing. Install it beside ffmpeg, then restart the server.'),
  lacks: (names: string) => say('Videos are not converted: this ffmpeg was built without {names}.', { names }),
  oldEngine: (version: string) =>
    say('ffmpeg {version} is old and has known weaknesses. Install version 5.1 or later.', { version }),
  noToneMap: (names: string) =>
    say('HDR videos look washed out: this ffmpeg was built without {names}. Install one that has it.', { names }),
  unreadable: 'This video cannot be read. Please export it again and replace it.',
  noPicture: 'This file has audio but no video. Please replace it with a video.',
  tooHard: 'Converting this video takes too long. Please export it in a smaller size and replace it.',
  notConverted:
    'This video could not be converted. Try again. If that fails too, export it again and replace it; the log of the server has the reason.',
  needsTranscode:
    'Most browsers cannot play this video format, and ffmpeg is not available to convert it. Export it as MP4 (H.264), or install ffmpeg.',
} as const;

const others = ['another device', 'two other devices', 'three other devices', 'four other devices'];

/** Messages of the player. */
export const playbackMessages = {
  /** To the device that stops, of an account that may watch on so many. */
  displaced: (devices: number) =>
    `You’re already watching on ${others[devices - 1] ?? `${devices} other devices`}. If you watch here, playback stops on the one that started first.`,
} as const;

/** Messages about learners' notes. */
export const noteMessages = {
  ofDraft: 'Unpublished course',
  ofDraftLecture: 'Unpublished lecture',
  textMissing: 'Please enter a note',
  refused: 'The note was refused.',
  notSaved: 'Nothing was saved. Load this page again.',
  changedElsewhere: 'This note was changed elsewhere. Both versions stay.',
  tooManyUnsent: 'Too much waits to be sent from this device. Go online first.',
} as const;
