import { randomBytes } from 'node:crypto';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { type ObjectStore, s3SettingsOf, startObjectStore } from '#test/object-store.ts';
import { testStorage } from '#test/storage-contract.ts';
import { createObjectWriter } from './object-writer.ts';
import { createS3Storage } from './s3.ts';
import { readS3Settings } from './settings.ts';
import type { Storage } from './storage.ts';

const MIB = 1024 * 1024;

const openStore = async (): Promise<ObjectStore> => {
  const store = await startObjectStore();
  onTestFinished(() => store.close());
  return store;
};

const openStorage = async (store: ObjectStore): Promise<Storage> => {
  const storage = await createS3Storage(s3SettingsOf(store));
  onTestFinished(() => storage.close());
  return storage;
};

testStorage(async () => {
  const store = await openStore();
  return () => openStorage(store);
});

test('a signed address sends the file as the type that was signed', async () => {
  const storage = await openStorage(await openStore());
  await storage.put('videos/one.mp4', Buffer.from('a film'));
  const url = await storage.signUrl?.('videos/one.mp4', { ttlMs: 60_000, contentType: 'video/mp4' });
  const response = await fetch(url ?? '');
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'video/mp4',
    'a film',
  ]);
  expect(new URL(url ?? '').searchParams.get('X-Amz-Expires')).toBe('60');
});

test('a list of more files than one response has is complete', async () => {
  const storage = await openStorage(await openStore());
  const keys = Array.from({ length: 1003 }, (_, index) => `checks/${String(index).padStart(4, '0')}.txt`);
  for (let start = 0; start < keys.length; start += 50)
    await Promise.all(keys.slice(start, start + 50).map((key) => storage.put(key, Buffer.from('x'))));
  await storage.put('videos/one.mp4', Buffer.from('a film'));
  const listed = await Array.fromAsync(storage.list('checks'), ({ key }) => key);
  expect(listed.toSorted()).toEqual(keys);
});

test('a large object is copied in parts', async () => {
  const { endpoint, region, bucket, ...credentials } = s3SettingsOf(await openStore());
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  onTestFinished(() => client.destroy());
  const writer = createObjectWriter(client, bucket, 5 * MIB);
  const bytes = randomBytes(11 * MIB);
  await writer.put('videos/one.mp4', bytes);
  await writer.copy('videos/one.mp4', 'videos/two.mp4', bytes.length);
  const copy = await client.send(new GetObjectCommand({ Bucket: bucket, Key: 'videos/two.mp4' }));
  expect(bytes.equals((await copy.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true);
});

test.each([
  ['S3_BUCKET', 'elsewhere', 'There is no bucket elsewhere at '],
  ['S3_ENDPOINT', 'http://127.0.0.1:9', 'The object store at http://127.0.0.1:9 cannot be reached (ECONNREFUSED)'],
])('a start with a wrong %s says what to correct', async (name, value, sentence) => {
  const store = await openStore();
  const settings = s3SettingsOf({ ...store, settings: { ...store.settings, [name]: value } });
  await expect(createS3Storage(settings)).rejects.toThrow(sentence);
});

test.each(['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
  'a configuration without %s is refused',
  async (name) => {
    const whole = {
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'school',
      S3_REGION: 'eu',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(() => readS3Settings({ ...whole, [name]: ' ' })).toThrow(new RegExp(`^${name} is missing although S3_`));
    expect(readS3Settings({})).toBeUndefined();
  },
);

test.each([
  ['S3_ENDPOINT', 's3.example'],
  ['S3_BUCKET', 'Two words'],
])('%s must be valid', (name, value) => {
  expect(() => readS3Settings({ [name]: value })).toThrow(`${name} must be`);
});
