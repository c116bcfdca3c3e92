import { z } from 'zod';

/** Who may call: anyone, any signed-in person, someone who may watch (subscriber or ADMIN), or an ADMIN. */
export type Access = 'public' | 'user' | 'subscriber' | 'admin';

/** One file part of a multipart form. `maxBytes: 'upload'` is the configured MAX_UPLOAD_BYTES. */
export interface FileRule {
  accept: 'image' | 'image-or-svg' | 'video' | 'captions';
  maxBytes: number | 'upload';
  /** The form is complete without it. */
  isOptional?: true;
}

/**
 * One call of the API, as data. Server routes, the browser's typed client, the OpenAPI document and the tests read it.
 * `path` is below /api/v1, with `:name` for parameters. `form` means multipart; `rawBody` hands the bytes over unread.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  form?: { fields: z.ZodObject; files: Record<string, FileRule> };
  rawBody?: { maxBytes: number };
  /** The sentence that answers a form or body with something missing; it wins over the other complaints. */
  incomplete?: string;
  /** Counts towards the caller's address: every request, or only those that fail. */
  rateLimit?: 'every-request' | 'failures';
  status?: 200 | 201;
  /** The answer is a file of this type, to be kept; `response` is then `file`. */
  produces?: 'application/pdf' | 'text/csv';
  response: z.ZodObject;
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

/** The shape of every good answer: success, a sentence, and what the call is for. */
export const answer = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ success: z.literal(true), message: z.string(), ...shape });

/** The response of a call that answers with a file. */
export const file = z.object({});

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

export type FormOf<E extends Endpoint> = E['form'] extends { fields: infer F } ? F : undefined;
export type FileNames<E extends Endpoint> = E['form'] extends { files: infer F } ? Extract<keyof F, string> : never;
/** The files that a form may come without. */
export type OptionalFileNames<E extends Endpoint> = E['form'] extends { files: infer F }
  ? Extract<{ [Name in keyof F]: F[Name] extends { isOptional: true } ? Name : never }[keyof F], string>
  : never;

/** What a handler receives, parsed. */
export interface Received<E extends Endpoint> {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
  fields: Output<FormOf<E>>;
}

/** What a caller sends. */
export interface Sent<E extends Endpoint> {
  params: Input<E['params']>;
  query: Input<E['query']>;
  body: Input<E['body']>;
  fields: Input<FormOf<E>>;
}

export type Answer<E extends Endpoint> = z.output<E['response']>;
/** What a handler returns; `success` is added by the route. */
export type Result<E extends Endpoint> = Omit<z.input<E['response']>, 'success'>;
