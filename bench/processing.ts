import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EncodeInput, makeAudio, makeRenditions } from '#server/video/encode.ts';
import { createEngine, type Engine } from '#server/video/engine.ts';
import { measureVariant } from '#server/video/playlist.ts';
import { probe, type SourceFacts } from '#server/video/probe.ts';
import { type Figure, figure, median, round } from './measure.ts';
import { temporaryFolder } from './processes.ts';

const run = promisify(execFile);
/** How long the test video is. */
export const SECONDS = 8;
const ROUNDS = 2;

const words = (text: string): string[] => text.split(' ');

export const makeTestVideo = async (path: string): Promise<void> => {
  const input = `-f lavfi -i testsrc2=s=1280x720:r=30:d=${SECONDS} -f lavfi -i sine=d=${SECONDS}`;
  const coded = '-c:v libx264 -preset ultrafast -crf 20 -pix_fmt yuv420p -c:a aac -movflags +faststart';
  await run('ffmpeg', ['-v', 'error', '-y', ...words(input), ...words(coded), path]);
};

const videoArgs = (lines: number, profile: string, crf: number, kbps: number, folder: string): string[] =>
  words(
    `-map 0:v -map 0:a -vf scale=-2:${lines} -c:v libx264 -preset veryfast -profile:v ${profile} -crf ${crf} -maxrate ${kbps}k -bufsize ${2 * kbps}k -pix_fmt yuv420p -sc_threshold 0 -g 120 -keyint_min 120 -c:a aac -b:a 96k -ac 2 -f hls -hls_time 4 -hls_playlist_type vod -hls_flags single_file+independent_segments -hls_segment_type fmp4 ${folder}/${lines}.m3u8`,
  );

const audioArgs = (folder: string): string[] =>
  words(
    `-map 0:a -c:a aac -b:a 64k -ac 1 -f hls -hls_time 4 -hls_playlist_type vod -hls_flags single_file -hls_segment_type fmp4 ${folder}/audio.m3u8`,
  );

/** One ffmpeg command for each output, as typed in a shell. */
const plainCommands = (video: string, folder: string): string[][] => [
  ['-i', video, ...audioArgs(folder)],
  ['-i', video, ...videoArgs(240, 'main', 23, 250, folder)],
  ['-i', video, ...videoArgs(360, 'main', 23, 500, folder)],
  ['-i', video, ...videoArgs(480, 'main', 23, 900, folder)],
  ['-i', video, ...videoArgs(720, 'high', 22, 1800, folder)],
];

/** The sum of what bash's `time` wrote: CPU seconds of everything that ran. */
const cpuSecondsIn = (file: string): number =>
  readFileSync(file, 'utf8')
    .split(/\s+/)
    .reduce((sum, value) => sum + (Number(value) || 0), 0);

const timed = (log: string): string[] => [
  'bash',
  '-c',
  `TIMEFORMAT='%U %S'; { time "$@" 2>&3; } 3>&2 2>>'${log}'`,
  'timed',
];

const runTimed = async (log: string, args: readonly string[]): Promise<void> => {
  const [first = 'bash', ...rest] = timed(log);
  await run(first, [...rest, 'ffmpeg', '-v', 'error', '-y', ...args]);
};

/** Runs the work with a folder for its outputs and a log for its times; returns the CPU seconds. */
const cpuSecondsOf = async (
  parent: string,
  name: string,
  work: (folder: string, log: string) => Promise<void>,
): Promise<number> => {
  const folder = join(parent, name);
  const log = `${folder}.txt`;
  mkdirSync(folder);
  await work(folder, log);
  return cpuSecondsIn(log);
};

const runSeparately =
  (video: string) =>
  async (folder: string, log: string): Promise<void> => {
    for (const args of plainCommands(video, folder)) await runTimed(log, args);
  };

const runTogether =
  (video: string) =>
  (folder: string, log: string): Promise<void> =>
    runTimed(log, [
      '-i',
      video,
      ...audioArgs(folder),
      ...videoArgs(240, 'main', 23, 250, folder),
      ...videoArgs(360, 'main', 23, 500, folder),
      ...videoArgs(480, 'main', 23, 900, folder),
      ...videoArgs(720, 'high', 22, 1800, folder),
    ]);

const runOurs = (engine: Engine, path: string, { video, ...facts }: SourceFacts) => {
  if (!video || !facts.audio) throw new Error('the video lacks a track');
  const { audio } = facts;
  const source = { ...facts, video };
  return async (folder: string, log: string): Promise<void> => {
    const wrapper = [...timed(log), ...engine.wrapper];
    const signal = new AbortController().signal;
    const input: EncodeInput = { engine: { ...engine, wrapper }, url: `file:${path}`, source, signal };
    await makeAudio(input, audio, folder);
    await makeRenditions(input, [240, 360, 480], folder);
    await makeRenditions(input, [720], folder);
    for (const name of ['audio', '240', '360', '480', '720'])
      await measureVariant(join(folder, `${name}.m3u8`), join(folder, `${name}.mp4`));
  };
};

/** Renditions of a 720p video: our CPU time against plain ffmpeg commands, in turns. */
export const processingFigures = async (): Promise<Figure[]> => {
  const { engine } = await createEngine(undefined)();
  if (!engine) return [];
  const folder = temporaryFolder();
  try {
    const video = join(folder.path, 'source.mp4');
    await makeTestVideo(video);
    const ours = runOurs(engine, video, await probe(engine, `file:${video}`));
    const seconds: { plain: number[]; together: number[]; ours: number[] } = { plain: [], together: [], ours: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      seconds.plain.push(await cpuSecondsOf(folder.path, `plain-${round}`, runSeparately(video)));
      seconds.together.push(await cpuSecondsOf(folder.path, `together-${round}`, runTogether(video)));
      seconds.ours.push(await cpuSecondsOf(folder.path, `ours-${round}`, ours));
    }
    const medianOf = (name: keyof typeof seconds): number => median(seconds[name]);
    const plain = `${round(medianOf('plain'), 1)} s; all in one command ${round(medianOf('together'), 1)} s`;
    return [
      figure(
        '720 + 480 + 360 + 240 + audio, against the same ffmpeg commands',
        { atLeast: 0.9 },
        round(medianOf('plain') / medianOf('ours')),
        '×',
        `${round(medianOf('ours'), 1)} s of CPU for ${SECONDS} s of video against ${plain}`,
      ),
    ];
  } finally {
    folder.remove();
  }
};
