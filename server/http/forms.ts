import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FileRule } from '#contract/endpoint.ts';
import { fail, Failure } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { ReceivedFile } from './received-file.ts';

const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 64 * 1024;
const SNIFF_BYTES = 4100;
const WRITE_BUFFER_BYTES = 1024 * 1024;

/** Looks at the first bytes of a file part; throws a Failure when they are not what the rule accepts. */
export type Sniff = (accept: FileRule['accept'], firstBytes: Buffer) => void;

export interface FormReception {
  /** Where parts are written while they arrive: on the volume of the storage, so that taking them over is a rename. */
  temporaryDir: string;
  maxUploadBytes: number;
  sniff: Sniff;
}

export interface ReceivedForm {
  fields: Record<string, string>;
  files: Record<string, ReceivedFile>;
  /** Removes what the handler did not take away. */
  discard(): Promise<void>;
}

/** Holds back the first bytes until they are known to be of the right kind. */
const sniffing = (accept: FileRule['accept'], sniff: Sniff): Transform => {
  let held: Buffer[] | undefined = [];
  let heldBytes = 0;
  const decide = (): Buffer => {
    const start = Buffer.concat(held ?? []);
    held = undefined;
    sniff(accept, start);
    return start;
  };
  return new Transform({
    highWaterMark: WRITE_BUFFER_BYTES,
    transform(chunk: Buffer, _encoding, done) {
      if (!held) return done(null, chunk);
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes < SNIFF_BYTES) return done();
      try {
        return done(null, decide());
      } catch (error) {
        return done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    flush(done) {
      if (!held) return done();
      try {
        return done(null, decide());
      } catch (error) {
        return done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
};

const receiveFile = async (part: MultipartFile, rule: FileRule, reception: FormReception): Promise<ReceivedFile> => {
  await mkdir(reception.temporaryDir, { recursive: true });
  const path = join(reception.temporaryDir, `${newId()}.part`);
  const out = createWriteStream(path, { highWaterMark: WRITE_BUFFER_BYTES });
  try {
    await pipeline(part.file, sniffing(rule.accept, reception.sniff), out);
    if (part.file.truncated) throw fail('too_large');
    const file = await open(path, 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
    return { path, sizeBytes: out.bytesWritten, originalName: part.filename.slice(0, 255) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

const isFormMistake = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof Failure) && !('syscall' in error);

const maxBytesOf = (rule: FileRule, reception: FormReception): number =>
  rule.maxBytes === 'upload' ? reception.maxUploadBytes : rule.maxBytes;

/**
 * Reads a multipart form: files stream to disk, fields may come before or after them. Unknown and repeated parts are
 * refused. On any error, an abort included, nothing is left behind.
 */
export const receiveForm = async (
  request: FastifyRequest,
  rules: Record<string, FileRule>,
  reception: FormReception,
): Promise<ReceivedForm> => {
  const fields: Record<string, string> = {};
  const files: Record<string, ReceivedFile> = {};
  const discard = async (): Promise<void> => {
    for (const file of Object.values(files)) await rm(file.path, { force: true });
  };
  try {
    const fileSize = Math.max(...Object.values(rules).map((rule) => maxBytesOf(rule, reception)));
    const limits = { fileSize, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, files: Object.keys(rules).length + 1 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string' && !Object.hasOwn(fields, part.fieldname))
          fields[part.fieldname] = part.value;
        continue;
      }
      const rule = Object.hasOwn(rules, part.fieldname) ? rules[part.fieldname] : undefined;
      if (!rule || Object.hasOwn(files, part.fieldname)) throw fail('malformed_request');
      if (part.filename === '') {
        part.file.resume();
        continue;
      }
      files[part.fieldname] = await receiveFile(part, rule, reception);
    }
    return { fields, files, discard };
  } catch (error) {
    await discard();
    if (isFormMistake(error) && !('code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')))
      throw fail('malformed_request', { cause: error });
    throw error;
  }
};
