import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { Transform } from 'node:stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startRealServer } from '../../e2e/real-server.ts';
import { type Account, createSite, type Site } from '../../e2e/site.ts';
import { createPage, type Page } from './page.ts';
import { type Browser, openChromium, openFirefox, openWebKit } from './webdriver.ts';

/** The line between the browsers and the server, which can be cut. */
interface Line {
  origin: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** What browsers may send in a second from now on. */
  limit(bytesPerSecond: number): void;
}

export interface Scene {
  site: Site;
  /** A browser that nobody used before. */
  page: Page;
  /** Stores this person's session in the browser, as a login does. */
  signIn(account: Account): Promise<void>;
  /** Until it is mended, nothing reaches the server. */
  line: Line;
  /** Waits for a file with such a name to be saved whole, and returns where it is. */
  downloaded(name: RegExp): Promise<string>;
  /** Errors of pages that the story is about. */
  allow(error: RegExp): void;
}

interface Setting {
  /** Without, the school is not set up yet. */
  hasAdmin?: boolean;
  settings?: Record<string, string>;
}

/** What was on the screen when a story failed. */
const PICTURES = path.resolve(import.meta.dirname, '../../test-results/browsers');
/** It ends what hangs: two browsers and a server on a machine that is shared take minutes. */
const STORY_TIMEOUT_MS = 10 * 60_000;
const ENGINES = { firefox: openFirefox, webkit: openWebKit, chromium: openChromium };

const openLine = async (target: string): Promise<Line & { close(): Promise<void> }> => {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  let limit = Infinity;
  const atLimit = () =>
    new Transform({
      transform: (chunk: Buffer, _encoding, pass) => {
        setTimeout(() => pass(null, chunk), (chunk.length / limit) * 1000);
      },
    });
  const server = createServer((socket) => {
    const onward = keep(connect(Number(new URL(target).port), 'localhost'));
    keep(socket).pipe(atLimit()).pipe(onward).pipe(socket);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => {
      server.listen(port, 'localhost', resolve);
    });
  await listen(0);
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => {
      server.close(resolve);
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const setLimit = (bytesPerSecond: number): void => {
    limit = bytesPerSecond;
  };
  return { origin: `http://localhost:${port}`, cut, mend: () => listen(port), limit: setLimit, close: cut };
};

/** Errors of scripts, as Firefox, WebKit and Chromium write them. */
const errorsIn = (output: string): string[] =>
  output.split('\n').filter((line) => /^JavaScript error: http|CONSOLE JS ERROR|CONSOLE\W.*"Uncaught/.test(line));

const storeSession = (role: string, data: string): void => {
  localStorage.setItem('isLoggedIn', 'true');
  localStorage.setItem('role', role);
  localStorage.setItem('data', data);
};

const openScene = async (open: () => Promise<Browser>, { hasAdmin = true, settings = {} }: Setting) => {
  const server = await startRealServer({ hasAdmin, settings });
  const line = await openLine(server.origin);
  const { origin } = line;
  const setupLink = server.setupLink?.replace(server.origin, origin);
  const site = createSite({ ...server, setupLink, origin });
  const browser = await open();
  const page = createPage(browser, origin);
  const allowed: RegExp[] = [];
  const scene: Scene = {
    site,
    page,
    line,
    allow: (error) => allowed.push(error),
    downloaded: async (name) => {
      let file: string | undefined;
      await page.until(`a file ${name.source}`, async () => {
        const files = await readdir(browser.home, { recursive: true });
        file = files.find((each) => name.test(each));
        return file !== undefined && (await stat(path.join(browser.home, file))).size > 0;
      });
      return path.join(browser.home, file ?? '');
    },
    signIn: async ({ user, token }) => {
      await page.open('/about');
      await page.evaluate(z.unknown(), storeSession, user.role, JSON.stringify({ ...user, token }));
    },
  };
  const errors = (): string[] =>
    errorsIn(browser.output()).filter((error) => !allowed.some((each) => each.test(error)));
  const close = async (): Promise<void> => {
    await browser.close();
    await line.close().catch(() => undefined);
    await server.stop();
  };
  return { scene, errors, close };
};

/** One story, told once, in each engine. */
export const story = (title: string, tell: (scene: Scene) => Promise<void>, setting: Setting = {}): void => {
  for (const [engine, open] of Object.entries(ENGINES))
    test(
      `${engine}: ${title}`,
      async () => {
        const { scene, errors, close } = await openScene(open, setting);
        try {
          await tell(scene);
          expect(errors()).toEqual([]);
        } catch (error) {
          await mkdir(PICTURES, { recursive: true });
          await writeFile(path.join(PICTURES, `${engine} ${title}.png`), await scene.page.picture());
          throw error;
        } finally {
          await close();
        }
      },
      STORY_TIMEOUT_MS,
    );
};
