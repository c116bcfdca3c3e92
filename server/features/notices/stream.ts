import { Readable } from 'node:stream';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';

/** Below the time after which proxies end silent connections. */
const HEARTBEAT_MS = 25_000;
/** Further browsers ask from time to time. */
const MAX_STREAMS = 1000;
const MAX_OF_USER = 5;

const PREFIX = 'notices ';

const eventOf = (unread: number): string => `data: ${JSON.stringify({ unread })}\n\n`;

/** Streams of server-sent events (HTML Living Standard §9.2): the number of unread notices of a user, whenever it may have changed. */
export const createNoticeStreams = (
  database: Pick<Database, 'signals'>,
  countUnread: (userId: string) => Promise<number>,
) => {
  const streams = new Map<string, Set<Readable>>();
  let open = 0;
  let isListening = false;

  const write = async (userId: string, to: Iterable<Readable>): Promise<void> => {
    const event = eventOf(await countUnread(userId));
    for (const stream of to) stream.push(event);
  };
  const writeTo = (userId: string): void => {
    const ofUser = streams.get(userId);
    if (ofUser) void write(userId, ofUser).catch(() => undefined);
  };
  const heartbeat = setInterval(() => {
    for (const ofUser of streams.values()) for (const stream of ofUser) stream.push(':\n\n');
  }, HEARTBEAT_MS).unref();

  return {
    /** Writes to the streams of these users, in every process. */
    changed: (userIds: readonly string[]): void => {
      for (const userId of new Set(userIds)) {
        writeTo(userId);
        database.signals.send(PREFIX + userId);
      }
    },
    /** The number now, for a client that follows no stream. */
    once: async (userId: string): Promise<Readable> => Readable.from([eventOf(await countUnread(userId))]),
    /** Throws `busy` when this process has enough streams. */
    open: (userId: string): Readable => {
      const ofUser = streams.get(userId) ?? new Set();
      if (open >= MAX_STREAMS || ofUser.size >= MAX_OF_USER) throw fail('busy');
      if (!isListening) {
        isListening = true;
        database.signals.listen((signal) => {
          if (signal.startsWith(PREFIX)) writeTo(signal.slice(PREFIX.length));
        });
      }
      const stream = new Readable({ read: () => undefined });
      streams.set(userId, ofUser.add(stream));
      open += 1;
      stream.once('close', () => {
        open -= 1;
        ofUser.delete(stream);
        if (ofUser.size === 0) streams.delete(userId);
      });
      void write(userId, [stream]).catch(() => stream.destroy());
      return stream;
    },
    close: (): void => {
      clearInterval(heartbeat);
      for (const ofUser of streams.values()) for (const stream of ofUser) stream.push(null);
    },
  };
};
