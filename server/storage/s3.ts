import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { certificateProblem, OperatorError, UnavailableError } from '#server/errors.ts';
import { inEnglish } from '#server/languages.ts';
import { newId } from '#server/ids.ts';
import { createObjectReader, type GetRange } from './object-reader.ts';
import { createObjectWriter, emptyObject, partBytesFor } from './object-writer.ts';
import { PartSink } from './part-sink.ts';
import { createS3Uploads, isUploadKey } from './s3-uploads.ts';
import type { S3Settings } from './settings.ts';
import { type CompleteUpload, isStorageKey, type Storage, type StoredFile } from './storage.ts';

const CONNECT_TIMEOUT_MS = 5000;
/** A silent connection is closed after this time. */
const SOCKET_TIMEOUT_MS = 60_000;
/** Until a response begins, also where a store sends a byte now and then: time for a part of 8 MiB on a slow line. */
const RESPONSE_TIMEOUT_MS = 5 * 60_000;
/** Someone waits for the beginning of a file. */
const READ_TIMEOUT_MS = 20_000;
/** Each file that is sent to a viewer uses a connection. */
const MAX_CONNECTIONS = 1024;
const DAY_SECONDS = 24 * 60 * 60;
const READ_BYTES = 1024 * 1024;

const createClient = (
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  responseTimeoutMs: number,
): S3Client => {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Works with every store; buckets as host names need DNS and a certificate each.
    forcePathStyle: true,
    // Many stores do not support checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      requestTimeout: responseTimeoutMs,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
  });
  // Outside the client's own retries.
  client.middlewareStack.add(
    (next) => (call) =>
      next(call).catch((error: unknown) => {
        throw isUnavailable(error)
          ? new UnavailableError('the object store does not respond', { cause: error })
          : error;
      }),
    { step: 'initialize', priority: 'high' },
  );
  return client;
};

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Whether a retry may succeed: no connection, too many requests, or an error of the store. */
const isUnavailable = (error: unknown): boolean => {
  const status = statusOf(error) ?? 0;
  if (status >= 500 || status === 429) return true;
  if (!(error instanceof Error) || error.name === 'AbortError') return false;
  return error.name === 'TimeoutError' || ('code' in error && /^E(?!RR_)/.test(String(error.code)));
};

const isMissing = (error: unknown): boolean => statusOf(error) === 404;

/** Throws OperatorError if the bucket cannot be used. */
const assertBucket = async (client: S3Client, { endpoint, bucket, nameOf }: S3Settings): Promise<void> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    const status = statusOf(error);
    const problems: Record<number, string> = {
      301: `The bucket ${bucket} is in another region: correct ${nameOf('S3_REGION')}`,
      403: `The bucket ${bucket} is closed to this key: correct ${nameOf('S3_ACCESS_KEY_ID')} and ${nameOf('S3_SECRET_ACCESS_KEY')}`,
      404: `There is no bucket ${bucket} at ${endpoint}: create it, or correct ${nameOf('S3_BUCKET')}`,
    };
    const reason = error instanceof UnavailableError ? error.cause : error;
    const said = reason instanceof Error ? ('code' in reason ? String(reason.code) : reason.name) : String(reason);
    const certificate = certificateProblem(reason);
    const unreachable =
      certificate === undefined
        ? `The object store at ${endpoint} cannot be reached (${said}): correct ${nameOf('S3_ENDPOINT')}`
        : `The object store at ${endpoint} cannot be used: ${inEnglish(certificate)}`;
    throw new OperatorError(problems[status ?? 0] ?? unreachable, { cause: error });
  }
};

/** Ends a request whose response has not begun in time, with its retries. */
const inTime = async <T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), READ_TIMEOUT_MS);
  try {
    return await request(limit.signal);
  } catch (error) {
    throw limit.signal.aborted ? new UnavailableError('the object store does not respond', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
};

const assertKey = (key: string): void => {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${key}`);
};

/**
 * Files in a bucket of an S3-compatible store. Throws OperatorError when the bucket cannot be used.
 */
export const createS3Storage = async (
  settings: S3Settings,
  { responseTimeoutMs = RESPONSE_TIMEOUT_MS } = {},
): Promise<Storage> => {
  const { bucket: Bucket } = settings;
  const client = createClient(settings, responseTimeoutMs);
  await assertBucket(client, settings).catch((error: unknown) => {
    client.destroy();
    throw error;
  });
  const writer = createObjectWriter(client, Bucket);

  const getRange =
    (Key: string): GetRange =>
    async ({ start, end, signal }) => {
      const Range = `bytes=${start}-${end}`;
      const { Body } = await inTime((limit) =>
        client.send(new GetObjectCommand({ Bucket, Key, Range }), { abortSignal: AbortSignal.any([signal, limit]) }),
      );
      if (!(Body instanceof Readable)) throw new Error('the object store sent no body');
      return Body;
    };

  const openObject = async (Key: string): Promise<StoredFile | undefined> => {
    const head = new HeadObjectCommand({ Bucket, Key });
    const facts = await inTime((abortSignal) => client.send(head, { abortSignal })).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (!facts) return undefined;
    const sizeBytes = facts.ContentLength ?? 0;
    const readFrom: StoredFile['readFrom'] = (start, end) => createObjectReader(getRange(Key), start, end);
    return {
      sizeBytes,
      modifiedAtMs: facts.LastModified?.getTime() ?? 0,
      readFrom,
      read: async (into, position) => {
        const bytes = into.subarray(0, Math.max(0, sizeBytes - position));
        if (bytes.length === 0) return 0;
        const reader = readFrom(position, position + bytes.length - 1);
        await reader.fill(bytes).finally(() => reader.close());
        return bytes.length;
      },
      close: async () => undefined,
    };
  };

  const remove = async (Key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket, Key })).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  };
  async function* list(Prefix: string) {
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix, ...(token ? { ContinuationToken: token } : {}) });
      const page: ListObjectsV2CommandOutput = await inTime((abortSignal) => client.send(command, { abortSignal }));
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, sizeBytes: Size ?? 0, modifiedAtMs: LastModified?.getTime() ?? 0 };
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  const storeFile = async (key: string, path: string): Promise<void> => {
    const { size: maxBytes } = await stat(path);
    const sink = new PartSink({
      writer,
      object: emptyObject(key),
      rest: Buffer.alloc(0),
      partBytes: partBytesFor(maxBytes),
      inspection: undefined,
      maxBytes,
      onPart: async () => undefined,
      onEnd: writer.complete,
      onInterruption: writer.discard,
    });
    await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), sink);
  };

  const uploadAt = (key: string, removeUpload: () => Promise<void>): CompleteUpload => {
    const open = async (): Promise<StoredFile> => {
      const file = await openObject(key);
      if (!file) throw new Error('a file that arrived is gone');
      return file;
    };
    return {
      open,
      storeAs: async (to) => {
        assertKey(to);
        await writer.copy(key, to, (await open()).sizeBytes);
      },
      remove: removeUpload,
    };
  };
  const read = async (key: string): Promise<Buffer | undefined> => {
    const file = await openObject(key);
    if (!file) return undefined;
    const bytes = Buffer.alloc(file.sizeBytes);
    await file.read(bytes, 0);
    return bytes;
  };
  const { receive, ...uploads } = createS3Uploads({ list, read, remove }, writer, uploadAt);

  const sign = (Key: string, expiresIn: number, more: object = {}): Promise<string> =>
    getSignedUrl(client, new GetObjectCommand({ Bucket, Key, ...more }), { expiresIn });

  return {
    uploads,
    put: async (key, bytes) => {
      assertKey(key);
      await writer.put(key, bytes);
    },
    take: async (key, path) => {
      assertKey(key);
      await storeFile(key, path);
      await rm(path, { force: true });
    },
    open: async (key) => (isStorageKey(key) ? openObject(key) : undefined),
    list: async function* listKeys(folder) {
      for await (const object of list(`${folder}/`)) if (isStorageKey(object.key)) yield object;
    },
    remove: async (key) => {
      assertKey(key);
      await remove(key);
    },
    receive: (bytes, reception) => receive(newId(), bytes, reception),
    removeUnfinished: async (beforeMs) => {
      for await (const unfinished of writer.listUnfinished(''))
        if (unfinished.initiatedAtMs < beforeMs && isStorageKey(unfinished.key) && !isUploadKey(unfinished.key))
          await writer.discard(unfinished);
    },
    provide: (key) => sign(key, DAY_SECONDS),
    signUrl: (key, { ttlMs, contentType, cacheControl }) =>
      sign(key, Math.ceil(ttlMs / 1000), {
        ResponseContentType: contentType,
        ...(cacheControl === undefined ? {} : { ResponseCacheControl: cacheControl }),
      }),
    // Stores do not report free space.
    freeBytes: async () => Number.POSITIVE_INFINITY,
    totalBytes: async () => Number.POSITIVE_INFINITY,
    close: async () => client.destroy(),
  };
};
