import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FileRule } from '#contract/endpoint.ts';
import { fail, Failure } from '#server/errors.ts';
import { FileSink } from './file-sink.ts';
import { networkOf } from './network-address.ts';
import type { ReceivedFile } from './received-file.ts';

const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 64 * 1024;
const SNIFF_BYTES = 4096;
/** Fewer and larger steps from the parser to the disk. */
const STREAM_BUFFER_BYTES = 1024 * 1024;
/** What boundaries and the headers of parts may add to the declared length. */
const FRAMING_BYTES = 64 * 1024;

/** Checks the first bytes of a file part; throws a Failure when they are not what the rule accepts. */
export type Sniff = (accept: FileRule['accept'], firstBytes: Buffer) => void;

export interface FormReception {
  /** Where a part is written while it arrives: on the volume of the storage, so that storing it is a rename. */
  temporaryPath(): Promise<string>;
  freeBytes(): Promise<number>;
  maxUploadBytes: number;
  sniff: Sniff;
}

export interface ReceivedForm {
  fields: Record<string, string>;
  files: Record<string, ReceivedFile>;
  /** Removes the files that the handler did not move. */
  discard(): Promise<void>;
}

const closed = (sink: FileSink): Promise<void> =>
  new Promise((resolve) => {
    if (sink.closed) resolve();
    else sink.once('close', resolve);
  });

const receiveFile = async (
  part: MultipartFile,
  rule: FileRule,
  reception: FormReception,
): Promise<Omit<ReceivedFile, 'sender' | 'signal'>> => {
  const path = await reception.temporaryPath();
  // The limit may have been reached while the path was created; then its event is already over.
  if (part.file.truncated) throw fail('too_large');
  part.file.once('limit', () => part.file.destroy(fail('too_large')));
  const sink = new FileSink(path, {
    bytes: SNIFF_BYTES,
    inspect: (firstBytes) => reception.sniff(rule.accept, firstBytes),
  });
  try {
    await pipeline(part.file, sink);
    return { path, sizeBytes: sink.bytesWritten, originalName: part.filename.slice(0, 255) };
  } catch (error) {
    // A file that is still being opened would appear again after it was removed.
    await closed(sink);
    await rm(path, { force: true });
    throw error;
  }
};

const isFormError = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof Failure) && !('syscall' in error);

const maxBytesOf = (rule: FileRule, reception: FormReception): number =>
  rule.maxBytes === 'upload' ? reception.maxUploadBytes : rule.maxBytes;

/** Refuses by its declared length what cannot be stored, before any of it is read. */
const assertRoom = async (
  request: FastifyRequest,
  rules: Record<string, FileRule>,
  reception: FormReception,
): Promise<void> => {
  const declaredBytes = Number(request.headers['content-length'] ?? 0);
  const filesBytes = Object.values(rules).reduce((sum, rule) => sum + maxBytesOf(rule, reception), 0);
  if (declaredBytes > filesBytes + MAX_FIELDS * MAX_FIELD_BYTES + FRAMING_BYTES) throw fail('too_large');
  if (declaredBytes > (await reception.freeBytes())) throw fail('disk_full');
};

/**
 * Reads a multipart form: files stream to disk, fields may come before or after them. Unknown and repeated parts are
 * refused. On any error, an abort included, nothing is left behind. `signal` aborts when the connection has closed.
 */
export const receiveForm = async (
  request: FastifyRequest,
  rules: Record<string, FileRule>,
  reception: FormReception,
  signal: AbortSignal,
): Promise<ReceivedForm> => {
  await assertRoom(request, rules, reception);
  const fields: Record<string, string> = {};
  const files: Record<string, ReceivedFile> = {};
  const sender = request.actor?.id ?? networkOf(request.ip);
  const discard = async (): Promise<void> => {
    for (const file of Object.values(files)) await rm(file.path, { force: true });
  };
  try {
    const fileSize = Math.max(...Object.values(rules).map((rule) => maxBytesOf(rule, reception)));
    const limits = { fileSize, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, files: Object.keys(rules).length + 1 };
    for await (const part of request.parts({ limits, fileHwm: STREAM_BUFFER_BYTES })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string' && !Object.hasOwn(fields, part.fieldname))
          fields[part.fieldname] = part.value;
        continue;
      }
      const rule = Object.hasOwn(rules, part.fieldname) ? rules[part.fieldname] : undefined;
      if (!rule || Object.hasOwn(files, part.fieldname)) throw fail('malformed_request');
      // A file input that was left empty.
      if (!part.filename) {
        part.file.resume();
        continue;
      }
      files[part.fieldname] = { ...(await receiveFile(part, rule, reception)), sender, signal };
    }
    return { fields, files, discard };
  } catch (error) {
    await discard();
    if (isFormError(error) && !('code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')))
      throw fail('malformed_request', { cause: error });
    throw error;
  }
};
