import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const START_TIMEOUT_MS = 120_000;
const EMAIL_TIMEOUT_MS = 60_000;
const LOOK_AGAIN_MS = 100;
const LOGIN_TIMEOUT_MS = 60_000;

export const ADMIN = { email: 'admin@school.example', password: 'an admin of the tests' };

/** The product as it is shipped, in a process and a data folder of its own. */
export interface RealServer {
  origin: string;
  /** The link that creates the first admin; undefined with an ADMIN. */
  setupLink: string | undefined;
  /** Waits for the newest email to this address that contains the text, and returns it. */
  emailTo(address: string, text: string): Promise<string>;
  /** Advances the server's clock, and with it the sandbox's. */
  advance(ms: number): Promise<void>;
  /** The time of the server's clock. */
  now(): number;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const spawnServer = (environment: Record<string, string>) => {
  const { PATH, HOME } = process.env;
  const preloaded = ['clock-offset.ts', 'fake-razorpay.ts'].flatMap((file) => [
    '--import',
    path.join(root, 'test', file),
  ]);
  const words = [...preloaded, path.join(root, 'server', 'main.ts')];
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { PATH, HOME, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output };
};

const waitFor = async <T>(what: string, timeoutMs: number, look: () => Promise<T | undefined>): Promise<T> => {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > giveUpAt) throw new Error(`waited in vain for ${what}`);
    await setTimeout(LOOK_AGAIN_MS);
  }
};

/** The text of an email without the line breaks of its transfer encoding. */
const readEmail = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8'))
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const findEmail = async (folder: string, address: string, text: string): Promise<string | undefined> => {
  const names = await readdir(folder).catch(() => []);
  const emails = await Promise.all(
    names.filter((name) => name.endsWith('.eml')).map((name) => readEmail(path.join(folder, name))),
  );
  return emails.findLast((email) => email.includes(`To: ${address}`) && email.includes(text));
};

const canLogIn = async (origin: string): Promise<true | undefined> => {
  const response = await fetch(`${origin}/api/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
    signal: AbortSignal.timeout(LOGIN_TIMEOUT_MS),
  }).catch(() => undefined);
  return response?.ok === true ? true : undefined;
};

/** For stories that look at the sizes of videos: to make them takes all cores for seconds, so that others do without. */
export const WITH_VIDEO_SIZES = { FFMPEG_PATH: 'ffmpeg' };

/** What the command `setup` prints. */
const openSetup = async (environment: Record<string, string>): Promise<string | undefined> => {
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, 'server', 'main.ts'), 'setup'], {
    env: { PATH, HOME, ...environment },
  });
  return /http\S+\/setup\/\S+/.exec(stdout)?.[0];
};

/** Starts a server on a free port; without `hasAdmin` it is a first start. */
export const startRealServer = async ({
  hasAdmin,
  settings = {},
}: {
  hasAdmin: boolean;
  settings?: Record<string, string>;
}): Promise<RealServer> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lectern-e2e-'));
  const first = hasAdmin ? { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } : {};
  const { child, output } = spawnServer({ DATA_DIR: dataDir, FFMPEG_PATH: 'none', ...first, ...settings });
  const whileItRuns =
    <T>(look: () => T | Promise<T>) =>
    async (): Promise<T> => {
      if (child.exitCode !== null) throw new Error(`the server ended: ${output()}`);
      return look();
    };
  const said = (pattern: RegExp) => whileItRuns(() => pattern.exec(output())?.[1]);
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    // No balancer is to notice the stop.
    if (child.exitCode === null && child.kill('SIGINT')) await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const port = await waitFor('the port', START_TIMEOUT_MS, said(/ready at http:\/\/localhost:(\d+)/));
    const origin = `http://localhost:${port}`;
    const setupLink = hasAdmin ? undefined : await openSetup({ DATA_DIR: dataDir, PORT: port, ...settings });
    if (hasAdmin)
      await waitFor(
        'the admin',
        START_TIMEOUT_MS,
        whileItRuns(() => canLogIn(origin)),
      );
    const folder = path.join(dataDir, 'outbox');
    const emailTo = (address: string, text: string): Promise<string> =>
      waitFor(`an email to ${address}`, EMAIL_TIMEOUT_MS, () => findEmail(folder, address, text));
    let aheadMs = 0;
    const advance = async (ms: number): Promise<void> => {
      const heard = once(child, 'message');
      child.send((aheadMs += ms));
      await heard;
    };
    return { origin, setupLink, emailTo, advance, now: () => Date.now() + aheadMs, stop };
  } catch (error) {
    await stop();
    throw new Error(`the server said: ${output()}`, { cause: error });
  }
};
