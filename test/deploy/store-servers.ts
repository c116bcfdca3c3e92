import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { createS3Storage } from '#server/storage/s3.ts';
import type { Storage } from '#server/storage/storage.ts';
import { testObjectStore } from '../object-store-story.ts';
import { bucketSettings, type ObjectStore, s3SettingsOf } from '../object-store.ts';
import { testStorage } from '../storage-contract.ts';

/** Programs on this machine that speak S3 and check signatures. */
export interface StoreServers {
  endpoint: string;
  key: { id: string; secret: string };
  pids: readonly number[];
  stop(): Promise<void>;
}

const connect = (store: Pick<ObjectStore, 'settings'>): S3Client => {
  const { endpoint, region, accessKeyId, secretAccessKey } = s3SettingsOf(store);
  return new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
};

const createBucket = async ({ endpoint, key }: StoreServers): Promise<ObjectStore> => {
  const settings = bucketSettings(endpoint, `lectern-${newId()}`, key);
  const client = connect({ settings });
  await client.send(new CreateBucketCommand({ Bucket: settings['S3_BUCKET'] }));
  client.destroy();
  return { settings, close: async () => undefined };
};

const openStorage = async (store: ObjectStore): Promise<Storage> => {
  const storage = await createS3Storage(s3SettingsOf(store));
  onTestFinished(() => storage.close());
  return storage;
};

/** What every object store must do, on those of one maker. */
export const testStoreServers = (start: () => Promise<StoreServers>): void => {
  let servers: StoreServers | undefined;
  beforeAll(async () => {
    servers = await start();
  });
  afterAll(() => servers?.stop());

  const bucket = async (): Promise<ObjectStore> => {
    if (!servers) throw new Error('the object store has not started');
    return createBucket(servers);
  };

  testStorage(async () => {
    const store = await bucket();
    return () => openStorage(store);
  });

  testObjectStore(bucket);

  test('it refuses a wrong key, an unsigned request and a changed address', async () => {
    const store = await bucket();
    const storage = await openStorage(store);
    await storage.put('videos/one.mp4', Buffer.from('a film'));
    const settings = s3SettingsOf({ ...store, settings: { ...store.settings, S3_SECRET_ACCESS_KEY: 'wrong' } });
    await expect(createS3Storage(settings)).rejects.toThrow('is closed to this key: correct S3_ACCESS_KEY_ID');
    const url = new URL((await storage.signUrl?.('videos/one.mp4', { ttlMs: 60_000, contentType: 'a/b' })) ?? '');
    expect((await fetch(url)).headers.get('content-type')).toBe('a/b');
    for (const name of ['X-Amz-Signature', 'response-content-type']) {
      const changed = new URL(url);
      changed.searchParams.set(name, 'f'.repeat(64));
      expect((await fetch(changed)).status, name).toBe(403);
    }
    expect((await fetch(`${url.origin}${url.pathname}`)).ok).toBe(false);
  });

  test('parts of a file whose process ended are removed', async () => {
    const store = await bucket();
    const storage = await openStorage(store);
    const { endpoint, region, bucket: Bucket, ...credentials } = s3SettingsOf(store);
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    onTestFinished(() => client.destroy());
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'renditions/a/480.mp4' }));
    const unfinished = async (): Promise<number> =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.length ?? 0;
    await storage.removeUnfinished(Date.now() - 60_000);
    expect(await unfinished()).toBe(1);
    await storage.removeUnfinished(Date.now() + 60_000);
    expect(await unfinished()).toBe(0);
  });
};
