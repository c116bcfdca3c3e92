/** The page that is shown for every address while there is no connection. */
const PAGE = '/offline';
const PREFIX = 'shell-';
const SHELL = PREFIX + BUILD;
const CLASSROOM = 'classroom-';
/** They have their content in their name. */
const ASSETS = '/assets/';

/** Files named in the head of the page: those of the look of the school are not in the build. */
const filesNamedIn = (html: string): string[] =>
  [...html.matchAll(/<(?:link|script|img)\b[^>]*\s(?:href|src)="(\/[^"/][^"]*)"/g)].flatMap(([, path = '']) => path);

export const cacheShell = async (): Promise<void> => {
  const shell = await caches.open(SHELL);
  const page = await fetch(PAGE, { cache: 'no-cache' });
  if (!page.ok) throw new Error(`The page for times without a connection has the status ${page.status}`);
  const named = filesNamedIn(await page.clone().text()).filter((path) => !path.startsWith(ASSETS));
  await Promise.all([
    shell.put(PAGE, page),
    shell.addAll(SHELL_FILES.map((path) => `/${path}`)),
    // Without a logo or an accent the page still works.
    ...named.map((path) => shell.add(path).catch(() => undefined)),
  ]);
  if ((await caches.keys()).some((name) => name.startsWith(CLASSROOM))) await cacheClassroom();
};

/** The pages that play downloads; once they are cached, those of each later build are too. What did not arrive is added later. */
export const cacheClassroom = async (): Promise<void> => {
  const cache = await caches.open(CLASSROOM + BUILD);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(CLASSROOM_FILES.map((path) => `/${path}`).filter((path) => !known.has(path)));
};

export const deleteOlderShells = async (): Promise<void> => {
  const older = (await caches.keys()).filter((name) => !name.endsWith(`-${BUILD}`));
  await Promise.all(older.map((name) => caches.delete(name)));
};

const cached = async (path: string): Promise<Response | undefined> => {
  for (const name of [SHELL, CLASSROOM + BUILD]) {
    const found = await caches.match(path, { cacheName: name, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
};

/** Undefined when the server is out of reach, which Firefox tells by a response of its own. */
const reached = async (response: Promise<Response | undefined>): Promise<Response | undefined> => {
  const found = await response.catch(() => undefined);
  return found?.type === 'error' ? undefined : found;
};

/** The page from the server, or else the one that works without it. A preload may fail where a request of its own does not. */
export const shellPage = async (request: Request, preloaded: Promise<Response | undefined>): Promise<Response> =>
  (await reached(preloaded)) ?? (await reached(fetch(request))) ?? (await cached(PAGE)) ?? Response.error();

/** Files of the build are from the cache; others from the server, or from the cache if that fails. */
export const shellFile = async (request: Request, path: string): Promise<Response> => {
  const known = path.startsWith(ASSETS) ? await cached(path) : undefined;
  if (known) return known;
  try {
    return await fetch(request);
  } catch {
    return (await cached(path)) ?? Response.error();
  }
};
