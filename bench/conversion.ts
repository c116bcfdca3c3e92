import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EncodeInput, makeRendition, makeSound } from '#server/video/encode.ts';
import { createEngine } from '#server/video/engine.ts';
import { measureVariant } from '#server/video/playlist.ts';
import { probe } from '#server/video/probe.ts';
import { type Figure, figure, median, round } from './measure.ts';
import { temporaryFolder } from './processes.ts';

const run = promisify(execFile);
const SECONDS = 8;
const ROUNDS = 2;

const words = (text: string): string[] => text.split(' ');

const makeFilm = async (path: string): Promise<void> => {
  const picture = `-f lavfi -i testsrc2=s=1280x720:r=30:d=${SECONDS} -f lavfi -i sine=d=${SECONDS}`;
  const coded = '-c:v libx264 -preset ultrafast -crf 20 -pix_fmt yuv420p -c:a aac -movflags +faststart';
  await run('ffmpeg', ['-v', 'error', '-y', ...words(picture), ...words(coded), path]);
};

const picture = (lines: number, profile: string, crf: number, kbps: number, folder: string): string[] =>
  words(
    `-map 0:v -map 0:a -vf scale=-2:${lines} -c:v libx264 -preset veryfast -profile:v ${profile} -crf ${crf} -maxrate ${kbps}k -bufsize ${2 * kbps}k -pix_fmt yuv420p -sc_threshold 0 -g 120 -keyint_min 120 -c:a aac -b:a 96k -ac 2 -f hls -hls_time 4 -hls_playlist_type vod -hls_flags single_file+independent_segments -hls_segment_type fmp4 ${folder}/${lines}.m3u8`,
  );

const sound = (folder: string): string[] =>
  words(
    `-map 0:a -c:a aac -b:a 64k -ac 1 -f hls -hls_time 4 -hls_playlist_type vod -hls_flags single_file -hls_segment_type fmp4 ${folder}/audio.m3u8`,
  );

/** What somebody would type for each output. */
const byHand = (film: string, folder: string): string[][] => [
  ['-i', film, ...sound(folder)],
  ['-i', film, ...picture(480, 'main', 23, 900, folder)],
  ['-i', film, ...picture(720, 'high', 22, 1800, folder)],
];

/** Sums what bash's `time` wrote down: CPU seconds of everything that ran. */
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

/** The sizes of a 720-line film: CPU time of ours against the same work by hand, in turns. */
export const conversionFigures = async (): Promise<Figure[]> => {
  const { engine } = await createEngine(undefined)();
  if (!engine) return [];
  const folder = temporaryFolder();
  try {
    const film = join(folder.path, 'film.mp4');
    await makeFilm(film);
    const { picture: shown, ...facts } = await probe(engine, film);
    if (!shown || !facts.sound) throw new Error('the film lacks something');
    const ours: number[] = [];
    const hand: number[] = [];
    const inOne: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = (name: string): string => {
        const path = join(folder.path, `${name}-${round}`);
        mkdirSync(path);
        return path;
      };
      const [handLog, oneLog, ourLog] = ['hand', 'one', 'ours'].map((name) =>
        join(folder.path, `${name}-${round}.txt`),
      );
      const runTimed = async (log: string, args: readonly string[]): Promise<void> => {
        const [first = 'bash', ...rest] = timed(log);
        await run(first, [...rest, 'ffmpeg', '-v', 'error', '-y', ...args]);
      };
      for (const args of byHand(film, place('hand'))) await runTimed(handLog ?? '', args);
      const together = place('one');
      const outputs = [
        sound(together),
        picture(480, 'main', 23, 900, together),
        picture(720, 'high', 22, 1800, together),
      ];
      await runTimed(oneLog ?? '', ['-i', film, ...outputs.flat()]);
      const made = place('ours');
      const wrapper = [...timed(ourLog ?? ''), ...engine.wrapper];
      const source = { ...facts, picture: shown };
      const signal = new AbortController().signal;
      const input: EncodeInput = { engine: { ...engine, wrapper }, path: film, source, signal };
      await makeSound(input, facts.sound, made);
      for (const lines of [480, 720]) await makeRendition(input, lines, made);
      for (const name of ['audio', '480', '720'])
        await measureVariant(join(made, `${name}.m3u8`), join(made, `${name}.mp4`));
      hand.push(cpuSecondsIn(handLog ?? ''));
      inOne.push(cpuSecondsIn(oneLog ?? ''));
      ours.push(cpuSecondsIn(ourLog ?? ''));
    }
    const told = `${round(median(ours), 1)} s of CPU for ${SECONDS} s of film`;
    return [
      figure(
        '720 + 480 + sound, against the same ffmpeg by hand',
        { atLeast: 0.9 },
        round(median(hand) / median(ours)),
        '×',
        `${told} against ${round(median(hand), 1)} s; all in one command ${round(median(inOne), 1)} s`,
      ),
    ];
  } finally {
    folder.remove();
  }
};
