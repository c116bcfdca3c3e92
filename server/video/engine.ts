import { basename, dirname, join } from 'node:path';
import { messages } from '#contract/messages.ts';
import { runTool, ToolError } from './run-tool.ts';

/** An ffmpeg that has all we use, with its ffprobe. */
export interface Engine {
  ffmpeg: string;
  ffprobe: string;
  version: string;
  /** A program and its arguments that the tools are run through, so that they end with us and within limits. */
  wrapper: readonly string[];
}

export interface EngineReport {
  engine: Engine | undefined;
  /** What is missing or wrong, as a sentence. */
  problem: string | undefined;
}

const ASK_TIMEOUT_MS = 10_000;
const OLDEST_GOOD = 4.4;
const GIB = 1024 ** 3;
const WRAPPER = ['setpriv', '--pdeathsig', 'KILL', 'prlimit', `--as=${6 * GIB}`, '--core=0'];

const ask = (program: string, args: readonly string[]): Promise<string> =>
  runTool({ program, args, timeoutMs: ASK_TIMEOUT_MS });

const isMissing = (error: unknown): boolean => error instanceof ToolError && error.problem === 'missing';

/** Beside the configured ffmpeg, or wherever the machine has one. */
const findProbe = async (ffmpeg: string): Promise<string | undefined> => {
  const beside = join(dirname(ffmpeg), basename(ffmpeg).replace('ffmpeg', 'ffprobe'));
  const candidates = dirname(ffmpeg) === '.' ? ['ffprobe'] : [beside, 'ffprobe'];
  for (const candidate of candidates) {
    const isThere = await ask(candidate, ['-version']).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  return undefined;
};

/** Linux has tools that end a child with its parent and limit its memory; elsewhere only time limits hold. */
const findWrapper = async (): Promise<readonly string[]> => {
  const [program = '', ...args] = WRAPPER;
  return ask(program, [...args, 'true']).then(
    () => WRAPPER,
    () => [],
  );
};

const lacks = async (ffmpeg: string): Promise<string[]> => {
  const [encoders, muxers] = await Promise.all([
    ask(ffmpeg, ['-hide_banner', '-encoders']),
    ask(ffmpeg, ['-hide_banner', '-muxers']),
  ]);
  const has = (list: string, name: string): boolean => new RegExp(`^\\s*\\S+\\s+${name}\\s`, 'm').test(list);
  return [
    ...['libx264', 'aac', 'mjpeg'].filter((name) => !has(encoders, name)),
    ...['mp4', 'hls'].filter((name) => !has(muxers, name)),
  ];
};

const look = async (ffmpegPath: string | undefined): Promise<EngineReport> => {
  if (ffmpegPath === 'none') return { engine: undefined, problem: messages.video.switchedOff };
  const ffmpeg = ffmpegPath ?? 'ffmpeg';
  let version: string;
  try {
    version = /^ffmpeg version (\S+)/.exec(await ask(ffmpeg, ['-version']))?.[1] ?? 'unknown';
  } catch (error) {
    const isAbsent = isMissing(error) && ffmpegPath === undefined;
    return { engine: undefined, problem: isAbsent ? messages.video.noEngine : messages.video.brokenEngine };
  }
  const ffprobe = await findProbe(ffmpeg);
  if (ffprobe === undefined) return { engine: undefined, problem: messages.video.noProbe };
  const missing = await lacks(ffmpeg);
  if (missing.length > 0) return { engine: undefined, problem: messages.video.lacks(missing.join(', ')) };
  const isOld = Number.parseFloat(/\d+\.\d+/.exec(version)?.[0] ?? '99') < OLDEST_GOOD;
  return {
    engine: { ffmpeg, ffprobe, version, wrapper: await findWrapper() },
    problem: isOld ? messages.video.oldEngine(version) : undefined,
  };
};

/**
 * Creates the function that returns which ffmpeg there is: the one at `ffmpegPath`, or the machine's; `none` is none. It
 * looks once, on first use.
 */
export const createEngine = (ffmpegPath: string | undefined): (() => Promise<EngineReport>) => {
  let report: Promise<EngineReport> | undefined;
  return () => (report ??= look(ffmpegPath));
};
