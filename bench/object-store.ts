import { CreateBucketCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#test/deploy/run.ts';
import { startSwift, type Swift } from '#test/deploy/swift-servers.ts';
import { bucketSettings } from '#test/object-store.ts';
import { readTreeCpuSeconds, startProgram, temporaryFolder } from './processes.ts';

const BUCKET = 'lectern-bench';
const SWIFT_PROGRAM = '/usr/bin/swift-proxy-server';

/** The tests' emulator in a separate process; it stores objects as files. */
const startEmulator = async (): Promise<Swift> => {
  const folder = temporaryFolder();
  const port = await freePort();
  const environment = {
    FAUXQS_PORT: String(port),
    FAUXQS_LOGGER: 'false',
    FAUXQS_S3_STORAGE_DIR: join(folder.path, 'objects'),
  };
  const running = await startProgram(['node_modules/fauxqs/dist/cli.js'], port, environment);
  return {
    endpoint: running.origin,
    pids: [running.pid],
    key: { id: 'key', secret: 'secret' },
    stop: async () => {
      await running.stop();
      folder.remove();
    },
  };
};

/** An S3-compatible store with an empty bucket, and the settings that lead to it: Swift where it is installed. */
export const startObjectStore = async () => {
  const { endpoint, key, pids, stop } = await (existsSync(SWIFT_PROGRAM) ? startSwift() : startEmulator());
  const credentials = { accessKeyId: key.id, secretAccessKey: key.secret };
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  return {
    settings: bucketSettings(endpoint, BUCKET, key),
    cpuSeconds: () => pids.reduce((sum, pid) => sum + readTreeCpuSeconds(pid), 0),
    sizeBytes: async (): Promise<number> => {
      let sum = 0;
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: BUCKET }))
        for (const { Size = 0 } of Contents) sum += Size;
      return sum;
    },
    stop: async (): Promise<void> => {
      client.destroy();
      await stop();
    },
  };
};
