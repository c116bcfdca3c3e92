import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { recordChange } from '#server/audit/context.ts';

/** A response that the browser saves as a file, or reads as it arrives: bytes, or a stream that is sent while it is produced. */
export interface Attachment {
  readonly kind: 'attachment';
  /** Null for a stream of events. */
  readonly fileName: string | null;
  readonly body: Buffer | Readable;
}

/** The audit names an export by its file. */
export const attachment = (fileName: string, body: Buffer | Readable): Attachment => {
  recordChange({ name: fileName });
  return { kind: 'attachment', fileName, body };
};

export const eventStream = (body: Readable): Attachment => ({ kind: 'attachment', fileName: null, body });

export const isAttachment = (value: object): value is Attachment => 'kind' in value && value.kind === 'attachment';

const TYPES = {
  'application/jsonl': 'application/jsonl; charset=utf-8',
  'application/octet-stream': 'application/octet-stream',
  'application/pdf': 'application/pdf',
  'application/zip': 'application/zip',
  'image/png': 'image/png',
  'image/webp': 'image/webp',
  'text/csv': 'text/csv; charset=utf-8',
  'text/event-stream': 'text/event-stream; charset=utf-8',
  'text/markdown': 'text/markdown; charset=utf-8',
  'text/plain': 'text/plain; charset=utf-8',
} as const;

/** File names never contain user input, so that they need no escape. */
export const sendAttachment = (
  { fileName, body }: Attachment,
  type: keyof typeof TYPES,
  reply: FastifyReply,
): FastifyReply => {
  if (fileName !== null) void reply.header('content-disposition', `attachment; filename="${fileName}"`);
  // Proxies would collect the events of a stream.
  else void reply.header('x-accel-buffering', 'no');
  return reply.type(TYPES[type]).header('cache-control', 'private, no-store').send(body);
};
