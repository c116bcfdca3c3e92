import { rm } from 'node:fs/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FileRule } from '#contract/endpoint.ts';
import { fail, Failure, UnavailableError } from '#server/errors.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TemporaryFiles } from '#server/storage/temporary-files.ts';
import { networkOf } from './network-address.ts';
import type { ReceivedFile, ReceivedUpload } from './received-file.ts';

const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 64 * 1024;
const SNIFF_BYTES = 4096;
/** Fewer and larger steps from the parser to the disk. */
const STREAM_BUFFER_BYTES = 1024 * 1024;
/** The bytes that boundaries and headers of parts may add to the declared length. */
const FRAMING_BYTES = 64 * 1024;

/** Checks the first bytes of a file part, knowing the fields before it; throws a Failure if the rule does not accept them. */
export type Sniff = (accept: FileRule['accept'], firstBytes: Buffer, fields: Readonly<Record<string, string>>) => void;

export interface FormReception {
  /** Receives files that may be large. */
  storage: Pick<Storage, 'receive' | 'freeBytes'>;
  /** Receives all other files. */
  temporaryFiles: Pick<TemporaryFiles, 'receive'>;
  maxUploadBytes: () => Promise<number>;
  sniff: Sniff;
}

export interface ReceivedForm {
  fields: Record<string, string>;
  files: Record<string, ReceivedFile | ReceivedUpload>;
  /** Removes the files that the handler did not move or store. */
  discard(): Promise<void>;
}

/** A rule with its limit in bytes. */
interface BoundedRule extends Pick<FileRule, 'accept'> {
  maxBytes: number;
  isUpload: boolean;
}

interface Received {
  file: ReceivedFile | ReceivedUpload;
  discard(): Promise<void>;
}

const receiveFile = async (
  part: MultipartFile,
  { accept, maxBytes, isUpload, fields }: BoundedRule & Pick<ReceivedForm, 'fields'>,
  reception: FormReception,
  from: Pick<ReceivedFile, 'sender' | 'signal'>,
): Promise<Received> => {
  part.file.once('limit', () => part.file.destroy(fail('too_large')));
  // The limit may be reached before the first read, which then gets the same error.
  part.file.on('error', () => undefined);
  const inspect = (firstBytes: Buffer): void => reception.sniff(accept, firstBytes, fields);
  const inspection = { bytes: SNIFF_BYTES, inspect };
  if (isUpload) {
    const upload = await reception.storage.receive(part.file, { inspection, maxBytes });
    return { file: { upload }, discard: upload.remove };
  }
  const path = await reception.temporaryFiles.receive(part.file, { inspection, maxBytes });
  return { file: { path, ...from }, discard: () => rm(path, { force: true }) };
};

const isFormError = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof Failure || error instanceof UnavailableError) && !('syscall' in error);

const bounded = async (
  rules: Record<string, FileRule>,
  { maxUploadBytes }: FormReception,
): Promise<Map<string, BoundedRule>> => {
  const entries = Object.entries(rules).map(async ([name, { accept, maxBytes }]) => {
    const isUpload = maxBytes === 'upload';
    return [name, { accept, isUpload, maxBytes: isUpload ? await maxUploadBytes() : maxBytes }] as const;
  });
  return new Map(await Promise.all(entries));
};

/** Rejects a body by its declared length before reading it if it cannot be stored. */
const assertFreeSpace = async (
  request: FastifyRequest,
  rules: Map<string, BoundedRule>,
  reception: FormReception,
): Promise<void> => {
  const declaredBytes = Number(request.headers['content-length'] ?? 0);
  const filesBytes = rules.values().reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  if (declaredBytes > filesBytes + MAX_FIELDS * MAX_FIELD_BYTES + FRAMING_BYTES) throw fail('too_large');
  if (declaredBytes > (await reception.storage.freeBytes())) throw fail('disk_full');
};

/**
 * Reads a multipart form: files are streamed, fields may precede or follow them. Unknown and repeated parts are rejected. Any
 * error or abort removes the files. `signal` aborts when the connection has closed.
 */
export const receiveForm = async (
  request: FastifyRequest,
  declared: Record<string, FileRule>,
  reception: FormReception,
  signal: AbortSignal,
): Promise<ReceivedForm> => {
  const rules = await bounded(declared, reception);
  await assertFreeSpace(request, rules, reception);
  const fields: Record<string, string> = {};
  const received: Record<string, Received> = {};
  const from = { sender: request.actor?.id ?? networkOf(request.ip), signal };
  const discard = async (): Promise<void> => {
    for (const file of Object.values(received)) await file.discard();
  };
  try {
    const fileSize = Math.max(...rules.values().map(({ maxBytes }) => maxBytes));
    const limits = { fileSize, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, files: rules.size + 1 };
    for await (const part of request.parts({ limits, fileHwm: STREAM_BUFFER_BYTES })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string' && !Object.hasOwn(fields, part.fieldname))
          fields[part.fieldname] = part.value;
        continue;
      }
      const rule = rules.get(part.fieldname);
      if (!rule || Object.hasOwn(received, part.fieldname)) throw fail('malformed_request');
      // An empty file input.
      if (!part.filename) {
        part.file.resume();
        continue;
      }
      received[part.fieldname] = await receiveFile(part, { ...rule, fields }, reception, from);
    }
    const files = Object.fromEntries(Object.entries(received).map(([name, { file }]) => [name, file]));
    return { fields, files, discard };
  } catch (error) {
    await discard();
    if (isFormError(error) && !('code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')))
      throw fail('malformed_request', { cause: error });
    throw error;
  }
};
