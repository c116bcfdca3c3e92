import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** How a server hangs: it says nothing; it says a character each second; its machine drops packets. */
export const manners = ['silent', 'dripping', 'unreachable'] as const;
export type Manner = (typeof manners)[number];

/** The extra time that a busy machine may need. */
export const SLACK_MS = 10_000;

export interface HangingServer extends AsyncDisposable {
  port: number;
  /** Open connections. */
  connections(): number;
}

export const portOf = (address: unknown): number =>
  typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0;

/** `beginning` is what a dripping one says at once, after which each character may be followed by another one. */
const openServer = async (isDripping: boolean, beginning: string, drop: string): Promise<HangingServer> => {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    const timer = setInterval(() => isDripping && socket.write(drop), 1000);
    socket.on('error', () => undefined);
    socket.resume().once('close', () => {
      clearInterval(timer);
      open.delete(socket);
    });
    if (isDripping) socket.write(beginning);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server.address()),
    connections: () => open.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

const QUEUE =
  "const s = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))";
const CONNECTS_WITHIN_MS = 500;

/** A process that is stopped accepts nobody, and once its queue is full the kernel drops the packets of those who connect. */
const openUnreachable = async (): Promise<HangingServer> => {
  const child = spawn(process.execPath, ['-e', QUEUE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said]: unknown[] = await once(child.stdout, 'data');
  const port = Number(String(said));
  child.kill('SIGSTOP');
  const queued: Socket[] = [];
  for (let isOpen = true; isOpen;) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    queued.push(socket);
    isOpen = await Promise.race([once(socket, 'connect').then(() => true), setTimeout(CONNECTS_WITHIN_MS, false)]);
  }
  return {
    port,
    connections: () => 0,
    [Symbol.asyncDispose]: async () => {
      for (const socket of queued) socket.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** What a dripping server says: its beginning at once, then the drop each second. */
interface Head {
  name: string;
  beginning: string;
  drop: string;
}

export const openHanging = (manner: Manner, { beginning, drop }: Head): Promise<HangingServer> =>
  manner === 'unreachable' ? openUnreachable() : openServer(manner === 'dripping', beginning, drop);

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
export const asHttp: Head = { name: 'in its headers', beginning: `${OK}X-Slow: `, drop: 'a' };
export const asHttpBody: Head = { name: 'in its body', beginning: `${OK}Content-Length: 99999\r\n\r\n{`, drop: ' ' };
export const asSmtp: Head = { name: 'in its greeting', beginning: '220-wait\r\n', drop: '220-wait\r\n' };
export const asSmtpAfterGreeting: Head = {
  name: 'after its greeting',
  beginning: '220 here\r\n',
  drop: '250-wait\r\n',
};
