import { basename, dirname, join } from 'node:path';
import type { Sentence } from '#contract/languages/say.ts';
import { messages } from '#contract/messages.ts';
import { runTool, ToolError } from './run-tool.ts';

/** A usable ffmpeg with its ffprobe. */
export interface Engine {
  ffmpeg: string;
  ffprobe: string;
  version: string;
  /** A wrapper program with arguments, so that tools end with the server and stay within limits. */
  wrapper: readonly string[];
  /** Whether it can show HDR as other screens do. */
  canToneMap: boolean;
}

export interface EngineReport {
  engine: Engine | undefined;
  /** A message about a missing or unusable ffmpeg. */
  problem: Sentence | undefined;
  /** Whether a later check may differ: ffmpeg was too slow or killed on a busy machine. */
  isTemporary: boolean;
}

const ASK_TIMEOUT_MS = 10_000;
const OLDEST_GOOD = 4.4;
const GIB = 1024 ** 3;
const WRAPPER = ['setpriv', '--pdeathsig', 'KILL', 'prlimit', `--as=${6 * GIB}`, '--core=0'];

const runBriefly = (program: string, args: readonly string[]): Promise<string> =>
  runTool({ program, args, timeoutMs: ASK_TIMEOUT_MS, isBrief: true });

const isMissing = (error: unknown): boolean => error instanceof ToolError && error.problem === 'missing';

const isTemporary = (error: unknown): boolean =>
  error instanceof ToolError && (error.problem === 'timeout' || error.problem === 'killed');

/** Rethrows temporary errors, so that they do not count as a missing program. */
const throwTemporary = (error: unknown): void => {
  if (isTemporary(error)) throw error;
};

/** Beside the configured ffmpeg, or on the path. */
const findProbe = async (ffmpeg: string): Promise<string | undefined> => {
  const beside = join(dirname(ffmpeg), basename(ffmpeg).replace('ffmpeg', 'ffprobe'));
  const candidates = dirname(ffmpeg) === '.' ? ['ffprobe'] : [beside, 'ffprobe'];
  for (const candidate of candidates) {
    const canRun = await runBriefly(candidate, ['-version']).then(() => true, throwTemporary);
    if (canRun) return candidate;
  }
  return undefined;
};

/** On Linux, tools end a child with its parent and limit its memory; elsewhere only time limits apply. */
const findWrapper = async (): Promise<readonly string[]> => {
  const [program = '', ...args] = WRAPPER;
  return runBriefly(program, [...args, 'true']).then(
    () => WRAPPER,
    (error: unknown) => {
      throwTemporary(error);
      return [];
    },
  );
};

/** Whether a list of ffmpeg, of its encoders or filters, has a name. */
const lists = (list: string, name: string): boolean => new RegExp(`^\\s*\\S+\\s+${name}\\s`, 'm').test(list);

const lackedForHdr = async (ffmpeg: string): Promise<string[]> => {
  const filters = await runBriefly(ffmpeg, ['-hide_banner', '-filters']);
  return ['zscale', 'tonemap'].filter((name) => !lists(filters, name));
};

const lacks = async (ffmpeg: string): Promise<string[]> => {
  const [encoders, muxers] = await Promise.all([
    runBriefly(ffmpeg, ['-hide_banner', '-encoders']),
    runBriefly(ffmpeg, ['-hide_banner', '-muxers']),
  ]);
  return [
    ...['libx264', 'aac', 'mjpeg'].filter((name) => !lists(encoders, name)),
    ...['mp4', 'hls'].filter((name) => !lists(muxers, name)),
  ];
};

const examine = async (ffmpeg: string): Promise<Pick<EngineReport, 'engine' | 'problem'>> => {
  const version = /^ffmpeg version (\S+)/.exec(await runBriefly(ffmpeg, ['-version']))?.[1] ?? 'unknown';
  const ffprobe = await findProbe(ffmpeg);
  if (ffprobe === undefined) return { engine: undefined, problem: messages.video.noProbe };
  const missing = await lacks(ffmpeg);
  if (missing.length > 0) return { engine: undefined, problem: messages.video.lacks(missing.join(', ')) };
  const isOld = Number.parseFloat(/\d+\.\d+/.exec(version)?.[0] ?? '99') < OLDEST_GOOD;
  const lacked = await lackedForHdr(ffmpeg);
  const washedOut = lacked.length > 0 ? messages.video.noToneMap(lacked.join(', ')) : undefined;
  return {
    engine: { ffmpeg, ffprobe, version, wrapper: await findWrapper(), canToneMap: lacked.length === 0 },
    problem: isOld ? messages.video.oldEngine(version) : washedOut,
  };
};

const look = async (ffmpegPath: string | undefined): Promise<EngineReport> => {
  const without = { engine: undefined, isTemporary: false };
  if (ffmpegPath === 'none') return { ...without, problem: messages.video.switchedOff };
  try {
    return { ...(await examine(ffmpegPath ?? 'ffmpeg')), isTemporary: false };
  } catch (error) {
    if (isTemporary(error)) return { ...without, problem: messages.video.silentEngine, isTemporary: true };
    const isAbsent = isMissing(error) && ffmpegPath === undefined;
    return { ...without, problem: isAbsent ? messages.video.noEngine : messages.video.brokenEngine };
  }
};

/**
 * Creates the function that finds ffmpeg: at `ffmpegPath`, or on the path; `none` disables it. It checks on first use, and again
 * after a temporary problem.
 */
export const createEngine = (ffmpegPath: string | undefined): (() => Promise<EngineReport>) => {
  let current: Promise<EngineReport> | undefined;
  return async () => {
    const asked = (current ??= look(ffmpegPath));
    const report = await asked;
    if (report.isTemporary && current === asked) current = undefined;
    return report;
  };
};
