import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** An answer that is a file to keep: bytes, or a stream that is sent as it comes. */
export interface FileAnswer {
  readonly kind: 'file-answer';
  readonly fileName: string;
  readonly body: Buffer | Readable;
}

export const fileAnswer = (fileName: string, body: Buffer | Readable): FileAnswer => ({
  kind: 'file-answer',
  fileName,
  body,
});

export const isFileAnswer = (value: object): value is FileAnswer => 'kind' in value && value.kind === 'file-answer';

const TYPES = { 'application/pdf': 'application/pdf', 'text/csv': 'text/csv; charset=utf-8' } as const;

/** Names are ours, so they need no escape. */
export const sendFile = ({ fileName, body }: FileAnswer, type: keyof typeof TYPES, reply: FastifyReply): FastifyReply =>
  reply
    .type(TYPES[type])
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'private, no-store')
    .send(body);
