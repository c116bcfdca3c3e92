import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';

/** The memory of an upload. Browsers send multiples of it. */
const PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;
/** A larger object is copied in parts, several at once, so that no connection times out. */
const COPY_PART_BYTES = 128 * 1024 * 1024;
const COPIES_AT_ONCE = 4;

const contentTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  png: 'image/png',
  vtt: 'text/vtt; charset=utf-8',
  webm: 'video/webm',
  webp: 'image/webp',
};

/** The content type that the store sends. */
const contentTypeOf = (key: string): string =>
  contentTypes[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** The size of the parts of an object of at most `maxBytes`; the last one may be smaller. */
export const partBytesFor = (maxBytes: number): number => Math.max(PART_BYTES, Math.ceil(maxBytes / MAX_PARTS));

/** An object stored in parts, which exists after its last one. */
export interface PartedObject {
  readonly key: string;
  /** Undefined before its first part. */
  readonly uploadId?: string | undefined;
  /** The ETags of its parts. */
  readonly etags: readonly string[];
  readonly bytes: number;
}

export interface Unfinished {
  key: string;
  uploadId: string;
  initiatedAtMs: number;
}

export interface ObjectWriter {
  /** Stores an object in one request. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Adds a part; the first one starts the multipart upload. */
  add(object: PartedObject, bytes: Uint8Array): Promise<PartedObject>;
  /** Adds the rest and completes the object. */
  complete(object: PartedObject, rest: Uint8Array): Promise<void>;
  discard(object: Pick<PartedObject, 'key' | 'uploadId'>): Promise<void>;
  /** Copies an object within the store. */
  copy(from: string, to: string, sizeBytes: number): Promise<void>;
  listUnfinished(prefix: string): AsyncIterable<Unfinished>;
}

export const emptyObject = (key: string): PartedObject => ({ key, etags: [], bytes: 0 });

export const createObjectWriter = (
  client: S3Client,
  bucket: string,
  copyPartBytes: number = COPY_PART_BYTES,
): ObjectWriter => {
  const put = async (key: string, bytes: Uint8Array): Promise<void> => {
    const ContentType = contentTypeOf(key);
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType }));
  };

  const begin = async (key: string): Promise<string> => {
    const ContentType = contentTypeOf(key);
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key, ContentType }));
    if (UploadId === undefined) throw new Error('the object store began an upload without an id');
    return UploadId;
  };

  const add: ObjectWriter['add'] = async (object, bytes) => {
    const uploadId = object.uploadId ?? (await begin(object.key));
    const PartNumber = object.etags.length + 1;
    const { ETag } = await client.send(
      new UploadPartCommand({ Bucket: bucket, Key: object.key, UploadId: uploadId, PartNumber, Body: bytes }),
    );
    if (ETag === undefined) throw new Error('the object store stored a part without an ETag');
    return { key: object.key, uploadId, etags: [...object.etags, ETag], bytes: object.bytes + bytes.length };
  };

  const finish = async ({ key, uploadId, etags }: PartedObject): Promise<void> => {
    await client.send(
      new CompleteMultipartUploadCommand({
        Bucket: bucket,
        Key: key,
        UploadId: uploadId,
        MultipartUpload: { Parts: etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 })) },
      }),
    );
  };

  const discard: ObjectWriter['discard'] = async ({ key, uploadId }) => {
    if (uploadId === undefined) return;
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId }));
  };

  async function* listUnfinished(prefix: string): AsyncGenerator<Unfinished> {
    let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
    while (markers) {
      const page: Awaited<ReturnType<typeof listPage>> = await listPage(prefix, markers);
      for (const { Key: key, UploadId: uploadId, Initiated } of page.Uploads ?? [])
        if (key !== undefined && uploadId !== undefined)
          yield { key, uploadId, initiatedAtMs: Initiated?.getTime() ?? 0 };
      markers =
        page.IsTruncated === true
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
    }
  }
  const listPage = (prefix: string, markers: object) =>
    client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...markers }));

  const copyInParts = async (from: string, to: string, sizeBytes: number): Promise<void> => {
    const uploadId = await begin(to);
    const count = Math.ceil(sizeBytes / copyPartBytes);
    const etags: string[] = [];
    const copyPart = async (PartNumber: number): Promise<void> => {
      const start = (PartNumber - 1) * copyPartBytes;
      const end = Math.min(start + copyPartBytes, sizeBytes) - 1;
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({
          Bucket: bucket,
          Key: to,
          UploadId: uploadId,
          PartNumber,
          CopySource: `${bucket}/${from}`,
          CopySourceRange: `bytes=${start}-${end}`,
        }),
      );
      etags[PartNumber - 1] = CopyPartResult?.ETag ?? '';
    };
    try {
      for (let first = 1; first <= count; first += COPIES_AT_ONCE) {
        const numbers = Array.from(
          { length: Math.min(COPIES_AT_ONCE, count - first + 1) },
          (_, index) => first + index,
        );
        await Promise.all(numbers.map(copyPart));
      }
      await finish({ key: to, uploadId, etags, bytes: sizeBytes });
    } catch (error) {
      await discard({ key: to, uploadId }).catch(() => undefined);
      throw error;
    }
  };

  return {
    put,
    add,
    discard,
    listUnfinished,

    complete: async (object, rest) => {
      if (object.uploadId === undefined) return put(object.key, rest);
      return finish(rest.length === 0 ? object : await add(object, rest));
    },

    copy: async (from, to, sizeBytes) => {
      if (sizeBytes > copyPartBytes) return copyInParts(from, to, sizeBytes);
      await client.send(
        new CopyObjectCommand({
          Bucket: bucket,
          Key: to,
          CopySource: `${bucket}/${from}`,
          MetadataDirective: 'REPLACE',
          ContentType: contentTypeOf(to),
        }),
      );
      return undefined;
    },
  };
};
