import { startFauxqs } from 'fauxqs';
import type { Overrides } from './start-app.ts';

/** An S3-compatible store in this process, with one bucket. */
export interface ObjectStore extends AsyncDisposable {
  /** To start an app with. */
  readonly settings: Overrides;
  close(): Promise<void>;
}

export const startObjectStore = async (): Promise<ObjectStore> => {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  server.createBucket('lectern');
  const close = (): Promise<void> => server.stop();
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_BUCKET: 'lectern',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    close,
    [Symbol.asyncDispose]: close,
  };
};
