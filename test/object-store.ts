import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { startFauxqs } from 'fauxqs';
import { readS3Settings, type S3Settings } from '#server/storage/settings.ts';
import type { Overrides } from './start-app.ts';

/** An S3-compatible store with a bucket. */
export interface ObjectStore {
  /** To start an app with. */
  readonly settings: Overrides;
  close(): Promise<void>;
}

export const bucketSettings = (endpoint: string, bucket: string, key: { id: string; secret: string }): Overrides => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: key.id,
  S3_SECRET_ACCESS_KEY: key.secret,
});

export const s3SettingsOf = ({ settings }: Pick<ObjectStore, 'settings'>): S3Settings => {
  const parsed = readS3Settings(settings);
  if (!parsed) throw new Error('the store has no settings');
  return parsed;
};

/** An emulator in this process. It does not check signatures. */
export const startObjectStore = async (): Promise<ObjectStore & AsyncDisposable> => {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  server.createBucket('lectern');
  const key = { id: 'key', secret: 'secret' };
  const close = (): Promise<void> => server.stop();
  const settings = bucketSettings(`http://127.0.0.1:${server.port}`, 'lectern', key);
  return { settings, close, [Symbol.asyncDispose]: close };
};

/** The emulator behind an address that can be cut off, as in an outage. */
export const startFragileStore = async () => {
  const store = await startObjectStore();
  const target = Number(new URL(store.settings['S3_ENDPOINT'] ?? '').port);
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      socket.on('error', () => undefined).once('close', () => open.delete(socket));
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return address.port;
  };
  const port = await listen(0);
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  return {
    settings: { ...store.settings, S3_ENDPOINT: `http://127.0.0.1:${port}` },
    stop,
    start: async () => void (await listen(port)),
    close: async () => {
      if (server.listening) await stop();
      await store.close();
    },
  };
};
