import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { openPostgres } from '#server/database/database.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { startServers } from '#test/server-processes.ts';
import { startPrivatePostgres } from '#test/setup/postgres-server.ts';
import { freePort, type RunningProgram } from './run.ts';

const CLIENTS = 12;
const PAUSE_MS = 20;
/** A moment, as a person or a program takes. */
const REPEAT_MS = 200;
const MORE = 300;
const [FIRST, SECOND] = [0, 1];

/** Where the proxy listens, for which site, and whether it passes a body on that a process refused. */
interface Front {
  port: number;
  host: string;
  repeatsBodies: boolean;
}

/** Clients that read and write without end. A request whose response was lost they repeat once, as the docs say. */
const openLoad = ({ port, host, repeatsBodies }: Front) => {
  const agent = new Agent({ keepAlive: true });
  const ending = new AbortController();
  const stored: string[] = [];
  const failed: string[] = [];
  let count = 0;
  let repeated = 0;

  const send = async (method: string, path: string, body = ''): Promise<string> => {
    const headers = {
      host,
      ...(method === 'POST' ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
    };
    try {
      const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent });
      const [response]: IncomingMessage[] = await once(outgoing.end(body), 'response');
      return response ? `${response.statusCode} ${await text(response)}` : '';
    } catch (error) {
      return String(error);
    }
  };
  const succeeds = async (method: string, path: string, body?: string): Promise<boolean> => {
    count += 1;
    const first = await send(method, path, body);
    if (first.startsWith('200 ')) return true;
    repeated += 1;
    await setTimeout(REPEAT_MS);
    const second = await send(method, path, body);
    if (second.startsWith('200 ')) return true;
    failed.push(`${method} ${path}: ${first.slice(0, 200)}; ${second.slice(0, 200)}`);
    return false;
  };
  const write = async (email: string): Promise<void> => {
    const message = JSON.stringify({ name: 'Ravi Kumar', email, message: 'In Hindi?' });
    if (await succeeds('POST', '/api/v1/contact', message)) stored.push(email);
  };
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      await succeeds('GET', '/api/v1/courses');
      await succeeds('GET', '/livez');
      if (repeatsBodies) await write(`c${client}-${turn}@home.example`);
      await setTimeout(PAUSE_MS);
    }
  });
  return {
    stored,
    failed,
    counts: () => ({ requests: count, repeated }),
    /** Resolves when so many more requests have been sent. */
    more: async (): Promise<void> => {
      const enough = count + MORE;
      const isEnough = (): boolean => count >= enough;
      while (!isEnough()) await setTimeout(PAUSE_MS);
    },
    end: async (): Promise<void> => {
      ending.abort();
      await Promise.all(clients);
      agent.destroy();
    },
  };
};

/** Two web processes behind a proxy are restarted one after the other, and then killed, while people use the school. */
export const restartBehind = async (
  startProxy: (webPorts: readonly number[]) => Promise<RunningProgram>,
  front: Front,
) => {
  await using closing = new AsyncDisposableStack();
  const [folder, postgres] = await Promise.all([temporaryFolder(), startPrivatePostgres()]);
  closing.defer(folder.remove);
  closing.defer(postgres.stop);
  const webPorts = [await freePort(), await freePort()];
  const servers = await startServers((place) => ({
    PORT: String(webPorts[place]),
    ROLE: 'web',
    SECRET_KEY: 'thirty-two characters and a few more',
    DATABASE_URL: postgres.url,
    DATA_DIR: folder.path,
    TRUST_PROXY: '1',
    CONTACT_EMAIL: 'desk@school.example',
    FFMPEG_PATH: 'none',
  }));
  closing.defer(servers.stop);
  const proxy = await startProxy(webPorts);
  closing.defer(proxy.stop);
  const load = openLoad(front);
  closing.defer(load.end);

  await load.more();
  const exitCodes: (number | null)[] = [];
  for (const place of [FIRST, SECOND]) {
    exitCodes.push(await servers.restart(place));
    await load.more();
  }
  const inRestarts = load.counts();
  for (const place of [FIRST, SECOND]) {
    await servers.kill(place);
    await servers.areWhole();
    await load.more();
  }
  await load.end();
  const inAll = load.counts();
  const database = await openPostgres(postgres.url);
  closing.defer(database.close);
  const rows = await database.db.selectFrom('contact_messages').select('email').execute();
  const found = new Set(rows.map(({ email }) => email));
  return {
    exitCodes,
    requests: inAll.requests,
    repeatedInRestarts: inRestarts.repeated,
    repeatedInKills: inAll.repeated - inRestarts.repeated,
    failed: load.failed,
    missing: load.stored.filter((email) => !found.has(email)),
  };
};
