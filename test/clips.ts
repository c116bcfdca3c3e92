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
