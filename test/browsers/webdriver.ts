import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { temporaryFolder } from '#test/isolated-data.ts';
import { freePort, untilListening } from '#test/deploy/run.ts';

/**
 * The commands of the W3C's WebDriver that the stories need. WebKit and Chromium take them over HTTP; Firefox takes the same ones
 * by other names through a socket of its own, Marionette, so that none needs a package.
 */
const COMMANDS = {
  open: { http: 'POST /url', marionette: 'WebDriver:Navigate' },
  address: { http: 'GET /url', marionette: 'WebDriver:GetCurrentURL' },
  back: { http: 'POST /back', marionette: 'WebDriver:Back' },
  reload: { http: 'POST /refresh', marionette: 'WebDriver:Refresh' },
  evaluate: { http: 'POST /execute/sync', marionette: 'WebDriver:ExecuteScript' },
  click: { http: 'POST /element/:id/click', marionette: 'WebDriver:ElementClick' },
  keys: { http: 'POST /element/:id/value', marionette: 'WebDriver:ElementSendKeys' },
  act: { http: 'POST /actions', marionette: 'WebDriver:PerformActions' },
  intoFrame: { http: 'POST /frame', marionette: 'WebDriver:SwitchToFrame' },
  outOfFrame: { http: 'POST /frame/parent', marionette: 'WebDriver:SwitchToParentFrame' },
  size: { http: 'POST /window/rect', marionette: 'WebDriver:SetWindowRect' },
  picture: { http: 'GET /screenshot', marionette: 'WebDriver:TakeScreenshot' },
} as const;

type Command = keyof typeof COMMANDS;

export interface Browser {
  send(command: Command, parameters?: Record<string, unknown>): Promise<unknown>;
  /** What the browser wrote, errors of the pages among it. */
  output(): string;
  /** Where it saves what is downloaded. */
  home: string;
  close(): Promise<void>;
}

/** `code` is the standard's, such as "stale element reference". */
export class DriverError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

const START_TIMEOUT_MS = 60_000;
const LOOK_AGAIN_MS = 50;
const KEPT_OUTPUT_CHARACTERS = 400_000;
const Refusal = z.object({ error: z.string(), message: z.string() });

/** The fifth pipe closes with this process, however that ends: then the program is killed with all that it started. */
const END_WITH_PARENT = '{ read -r _ <&4; kill -KILL 0; } & exec "$@" 4<&-';

/** Starts a program that ends with this process, with all that it starts itself. */
const startProgram = (program: string, words: string[], env: Record<string, string>) => {
  const child = spawn('/bin/sh', ['-c', END_WITH_PARENT, 'sh', program, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const kill = (): void => void child.stdio[4]?.destroy();
  const ended = once(child, 'exit').finally(kill);
  const end = async (): Promise<void> => {
    kill();
    await ended;
  };
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      output = (output + text.toString()).slice(-KEPT_OUTPUT_CHARACTERS);
    });
  return { child, output: () => output, end };
};

const openHttpSession = async (port: number, options: object): Promise<Pick<Browser, 'send' | 'close'>> => {
  const ask = async (method: string, address: string, body: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = z.object({ value: z.unknown() }).parse(await response.json());
    const refusal = response.ok ? undefined : Refusal.parse(value);
    if (refusal) throw new DriverError(refusal.error, refusal.message);
    return value;
  };
  const session = await ask('POST', '/session', { capabilities: { alwaysMatch: options } });
  const base = `/session/${z.object({ sessionId: z.string() }).parse(session).sessionId}`;
  return {
    send: (command, { id = '', ...parameters } = {}) => {
      const [method = '', address = ''] = COMMANDS[command].http.split(' ');
      const isFrame = command === 'intoFrame';
      return ask(method, `${base}${address.replace(':id', String(id))}`, isFrame ? { id, ...parameters } : parameters);
    },
    close: async () => {
      await ask('DELETE', base, {});
    },
  };
};

const Answer = z.tuple([z.literal(1), z.int(), Refusal.nullable(), z.unknown()]);
type Waiting = Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>;

/** Each message is its length, a colon, and JSON. */
const readMessages = (socket: Socket, hear: (message: unknown) => void): void => {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const colon = rest.indexOf(':');
      const end = colon + 1 + Number(rest.subarray(0, Math.max(colon, 0)).toString());
      if (colon === -1 || rest.length < end) return;
      hear(JSON.parse(rest.subarray(colon + 1, end).toString()));
      rest = rest.subarray(end);
    }
  });
};

const openMarionetteSession = async (port: number): Promise<Pick<Browser, 'send' | 'close'>> => {
  const socket = connect(port, '127.0.0.1');
  const waiting: Waiting = new Map();
  let last = 0;
  const hello = Promise.withResolvers<void>();
  readMessages(socket, (message) => {
    const answer = Answer.safeParse(message).data;
    if (!answer) return hello.resolve();
    const [, number, refusal, result] = answer;
    const asked = waiting.get(number);
    waiting.delete(number);
    if (refusal) asked?.reject(new DriverError(refusal.error, refusal.message));
    else asked?.resolve(result);
  });
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser ended'));
  });
  socket.on('error', () => undefined);
  await hello.promise;
  const ask = (name: string, parameters: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set((last += 1), { resolve, reject });
      const message = JSON.stringify([0, last, name, parameters]);
      socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  await ask('WebDriver:NewSession', {});
  const Result = z.object({ value: z.unknown() });
  return {
    send: async (command, parameters = {}) => {
      // What a script makes, such as a RegExp, is the same kind of thing for the next one.
      const result = await ask(COMMANDS[command].marionette, { sandbox: 'stories', newSandbox: false, ...parameters });
      return Result.safeParse(result).data?.value;
    },
    close: async () => {
      socket.destroy();
    },
  };
};

/** Pages may play sound without a press only where the person allowed it, as on people's devices; nothing is fetched from outside. */
const FIREFOX_SETTINGS = {
  'marionette.port': 0,
  'media.autoplay.blocking_policy': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.normandy.enabled': false,
  'browser.search.update': false,
  'extensions.update.enabled': false,
  'services.settings.server': 'data:,',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.download.always_ask_before_handling_new_types': false,
};

/** A sound card that swallows everything: Firefox plays no sound where it finds none. */
const NO_SOUND_CARD = 'pcm.!default { type null }\nctl.!default { type null }\n';

const portIn = async (file: string): Promise<number> => {
  for (const giveUpAt = performance.now() + START_TIMEOUT_MS; performance.now() < giveUpAt;) {
    const port = Number(await readFile(file, 'utf8').catch(() => '0'));
    if (port > 0) return port;
    await setTimeout(LOOK_AGAIN_MS);
  }
  throw new Error(`no port in ${file}`);
};

export const openFirefox = async (chosen: Record<string, number | string> = {}): Promise<Browser> => {
  const home = await temporaryFolder();
  const settings = Object.entries({ ...FIREFOX_SETTINGS, ...chosen }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(home.path, 'user.js'), settings.join('\n'));
  await writeFile(path.join(home.path, '.asoundrc'), NO_SOUND_CARD);
  const words = ['--headless', '--marionette', '--no-remote', '--profile', home.path];
  const program = startProgram('firefox-esr', words, { HOME: home.path, MOZ_HEADLESS_WIDTH: '1440' });
  const session = await openMarionetteSession(await portIn(path.join(home.path, 'MarionetteActivePort')));
  const close = async (): Promise<void> => {
    await session.close();
    await program.end();
    await home.remove();
  };
  return { send: session.send, output: program.output, home: home.path, close };
};

let screen: Promise<string> | undefined;

/** One screen without a monitor for all windows; its name is what it writes into its third pipe. */
const openScreen = async (): Promise<string> => {
  const { child } = startProgram('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {});
  const number = Promise.withResolvers<string>();
  child.stdio[3]?.once('data', (text: Buffer) => number.resolve(text.toString().trim()));
  child.once('exit', () => number.reject(new Error('Xvfb ended')));
  return `:${await number.promise}`;
};

/** A driver that speaks HTTP, and the browser that it starts. */
const openThroughDriver = async (driver: string, words: string[], options: object): Promise<Browser> => {
  const home = await temporaryFolder();
  const port = await freePort();
  screen ??= openScreen();
  const program = startProgram(driver, [...words, `--port=${port}`], { DISPLAY: await screen, HOME: home.path });
  await untilListening(program.child, [port]);
  const session = await openHttpSession(port, options);
  const close = async (): Promise<void> => {
    await session.close().catch(() => undefined);
    await program.end();
    await home.remove();
  };
  return { send: session.send, output: program.output, home: home.path, close };
};

export const openWebKit = (): Promise<Browser> => {
  const [binary] = globSync('/usr/lib/*/webkit*gtk-*/MiniBrowser');
  const args = ['--automation', '--enable-write-console-messages-to-stdout=true'];
  return openThroughDriver('WebKitWebDriver', [], { 'webkitgtk:browserOptions': { binary, args } });
};

export const openChromium = (): Promise<Browser> => {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--enable-logging=stderr',
    '--window-size=1440,1000',
  ];
  const options = { binary: '/usr/bin/chromium', args: [...args, '--headless'] };
  return openThroughDriver('chromedriver', ['--enable-chrome-logs'], { 'goog:chromeOptions': options });
};
