import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether this machine can make clips and convert videos. */
export const hasFfmpeg: boolean = await run('ffmpeg', ['-version']).then(
  () => true,
  () => false,
);

const words = (text: string): string[] => text.split(' ');
const picture = (size: string, seconds: number, framesPerSecond = 25): string[] => [
  '-f',
  'lavfi',
  '-i',
  `testsrc=s=${size}:r=${framesPerSecond}:d=${seconds}`,
];
const sound = (seconds: number): string[] => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];

/** Short and small clips of the kinds that people upload. */
const recipes: Record<string, string[]> = {
  // Another codec, another container, ten bits, odd sizes, six channels, and frames that come as they like.
  'strange.mkv': [
    ...picture('131x97', 1),
    ...sound(1),
    ...words("-vf select='not(mod(n\\,3))',setpts=N/25/TB*3 -fps_mode vfr -pix_fmt yuv444p10le"),
    ...words('-c:v libx265 -preset ultrafast -x265-params log-level=none -ac 6 -c:a aac'),
  ],
  'lying-silent.mp4': [
    ...picture('160x90', 1),
    ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -movflags +faststart'),
  ],
  // Lines enough for every size, and a profile that nothing here encodes to.
  'large.mp4': [...picture('1440x1080', 2, 2), ...words('-c:v libx264 -preset ultrafast -g 2 -pix_fmt yuv420p')],
  'six-channels.mov': [
    ...picture('96x64', 1),
    ...sound(1),
    ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -ac 6 -c:a aac'),
  ],
  // Its decoder cannot leave out frames between key frames.
  'theora.ogv': [...picture('96x64', 2), ...sound(2), ...words('-c:v libtheora -q:v 5 -c:a libvorbis')],
  // Tracks that do not begin and end together.
  'sound-ends-early.mp4': [...picture('96x64', 6, 10), ...sound(2), ...words('-c:v libx264 -c:a aac')],
  'sound-begins-late.mp4': [
    ...picture('96x64', 6, 10),
    '-itsoffset',
    '2',
    ...sound(4),
    ...words('-c:v libx264 -c:a aac'),
  ],
  'sound-with-hole.mkv': [
    ...picture('96x64', 6, 10),
    ...sound(6),
    ...words("-af aselect='not(between(t\\,2\\,4))' -c:v libx264 -c:a aac"),
  ],
  'one-picture.mp4': [...picture('96x64', 1, 10), ...sound(4), ...words('-vf trim=end_frame=1 -c:v libx264 -c:a aac')],
  // As a microphone with crossed wires records: one channel is the other, upside down.
  'crossed-wires.mp4': [
    ...picture('96x64', 2, 10),
    ...words('-f lavfi -i aevalsrc=exprs=sin(2800*t)/2|-sin(2800*t)/2:d=2 -c:v libx264 -c:a aac'),
  ],
  // Pixels that are wider than high, as camcorders write them.
  'anamorphic.mp4': [
    ...picture('1440x1080', 1, 2),
    ...words('-vf setsar=4/3 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -movflags +faststart'),
  ],
  // As browsers record: no length and no index.
  'recorded.webm': [
    ...picture('96x64', 3, 10),
    ...sound(3),
    ...words('-c:v libvpx -b:v 50k -c:a libopus -f webm -live 1'),
  ],
  // A still screen, then a second that moves.
  'screen.mp4': [
    ...picture('96x64', 9),
    ...words("-vf select='not(mod(n\\,25))+gt(t\\,8)' -fps_mode vfr -c:v libx264 -preset ultrafast -pix_fmt yuv420p"),
  ],
  // A cover as the first track, and the default of two sounds as the last.
  'covered.mkv': [
    ...picture('32x32', 1, 1),
    ...picture('96x64', 2, 10),
    ...sound(2),
    ...sound(2),
    ...words('-map 0 -map 1 -map 2 -map 3 -c:v:0 mjpeg -c:v:1 libx264 -c:a aac -disposition 0'),
    ...words('-disposition:v:1 default -disposition:a:1 default'),
  ],
  // Sixty fields a second in transport packets, from the middle of a broadcast.
  'broadcast.ts': [
    ...picture('96x64', 3, 50),
    ...sound(3),
    ...words('-vf interlace -c:v mpeg2video -flags +ilme+ildct -c:a mp2 -muxdelay 0 -output_ts_offset 3600'),
  ],
  // As OBS records, where a crash must not cost the file: sound with a header in every packet.
  'recorder.ts': [...picture('96x64', 3), ...sound(3), ...words('-c:v libx264 -bf 0 -pix_fmt yuv420p -c:a aac')],
  'camera.avi': [...picture('96x64', 2, 10), ...sound(2), ...words('-c:v mjpeg -ar 8000 -c:a pcm_u8')],
  'screen-rgb.mkv': [...picture('96x64', 1, 10), ...words('-c:v libx264rgb -preset ultrafast -pix_fmt bgr24')],
  'sound-only.mkv': [...sound(1), '-c:a', 'aac'],
};

/** Makes a clip in a folder; returns its path. */
export const makeClip = async (folder: string, name: string): Promise<string> => {
  const path = join(folder, name);
  const args = recipes[name];
  if (!args) throw new Error(`there is no recipe for ${name}`);
  await run('ffmpeg', ['-v', 'error', '-y', ...args, path]);
  return path;
};

/** A copy of a clip that players are to turn by a quarter, as a phone held upright records it. */
export const turnClip = async (path: string): Promise<string> => {
  const turned = path.replace(/[^/]+$/, (name) => `turned-${name}`);
  const args = ['-c', 'copy', '-metadata:s:v', 'rotate=90', '-movflags', '+faststart'];
  await run('ffmpeg', ['-v', 'error', '-y', '-i', path, ...args, turned]);
  return turned;
};

/** A copy of a clip that players are to mirror, as the front cameras of phones record it. */
export const mirrorClip = async (path: string): Promise<string> => {
  const bytes = await readFile(path);
  // The first number of the matrix in the header of the first track, which is 1: how much of x becomes x.
  bytes.writeInt32BE(-0x10000, bytes.indexOf('tkhd') + 44);
  const mirrored = path.replace(/[^/]+$/, (name) => `mirrored-${name}`);
  await writeFile(mirrored, bytes);
  return mirrored;
};

/** A fake ffmpeg that reports its version, and runs `script` for work whose arguments are in `$*`. */
export const fakeFfmpeg = async (folder: string, script: string): Promise<string> => {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const path = join(bin, 'ffmpeg');
  const text = `#!/bin/sh
case "$*" in *-version*|*-encoders*|*-muxers*) exec ffmpeg "$@";; esac
${script}
exec ffmpeg "$@"
`;
  await writeFile(path, text, { mode: 0o755 });
  return path;
};

export const clipPart = async (path: string) => ({ bytes: await readFile(path), name: 'clip', type: 'video/mp4' });
