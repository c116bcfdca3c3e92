import { z } from 'zod';
import type { ApiScope } from './accounts/api-scopes.ts';
import type { RequestKind } from './school/audit-kinds.ts';
import type { ErrorCode } from './errors.ts';

/** What a permission in a course allows. */
export type CourseAction = 'watch' | 'edit' | 'answer' | 'see-figures';

/**
 * Who may call: anyone, any logged-in user, an ADMIN, who confirms payments (an ADMIN, and the people of courses where the
 * school lets them), or a user with this permission in a course. The course is that of
 * `courseId` in `params`, or else of `lectureId`, `questionId`, `uploadId` or `page`; the home page is only an ADMIN's.
 */
export type Access = 'public' | 'user' | 'admin' | 'payments' | { course: CourseAction };

/** One file part of a multipart form. `maxBytes: 'upload'` is the upload limit of the settings. */
export interface FileRule {
  accept: 'image' | 'image-or-svg' | 'sound' | 'video' | 'lecture' | 'captions' | 'csv' | 'any';
  maxBytes: number | 'upload';
  /** The form is complete without it. */
  isOptional?: true;
}

/**
 * One endpoint of the API, as data. Server routes, the browser's typed client, the OpenAPI document and the tests read it.
 * `path` is below /api/v1, with `:name` for parameters. `form` means multipart, or JSON where no file is needed; `rawBody`
 * passes the bytes on unparsed.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  access: Access;
  summary: string;
  params?: z.ZodObject;
  /** The error for ids in `params` of nothing, or of a form that no id has. */
  notFound?: ErrorCode;
  query?: z.ZodObject;
  body?: z.ZodObject;
  form?: { fields: z.ZodObject; files: Record<string, FileRule> };
  /** The most bytes of a JSON body; 256 KiB unless it says more. */
  bodyMaxBytes?: number;
  rawBody?: { maxBytes: number };
  /** The page that mail programs know by its address: it accepts the same request, for a POST without a browser. */
  page?: `/${string}`;
  /** The message for a form or body with something missing; it wins over the other field errors. */
  incomplete?: string;
  /** Requests allowed in fifteen minutes, counted before anything of the body is read. */
  rateLimit?: { perAddress: number; perUser?: never } | { perUser: number; perAddress?: never };
  /** Wrong passwords allowed in fifteen minutes: for an account, and from a device that logged in to it before. */
  passwordLimit?: { perAccount: number; perAddress?: number; perDevice?: number };
  /** The user has logged in, or has confirmed their identity, within the last hour. For keys, roles, payouts, exports and deletion. Never for a specified call. */
  needsConfirmation?: true;
  /** The event that the audit records with its change; `itself`: the feature records what it changed. */
  audit?: RequestKind | 'itself';
  /** Its message says that an email is sent, so a school without a mail server returns another one. */
  sendsEmail?: true;
  /** The scope by which an API key may call it; closed to keys without one. */
  scope?: ApiScope;
  status?: 200 | 201;
  /** The response is a file of this type, to be saved, or a stream of events; `response` is then `file`. */
  produces?:
    | 'application/jsonl'
    | 'application/octet-stream'
    | 'application/pdf'
    | 'application/zip'
    | 'image/png'
    | 'image/webp'
    | 'text/csv'
    | 'text/event-stream'
    | 'text/markdown'
    | 'text/plain';
  /** Its errors beside those that the rest of the declaration implies (`endpoint-errors.ts`). */
  errors?: readonly ErrorCode[];
  response: z.ZodObject;
}

/** The content types that a request may have. JSON cannot carry a file: a form accepts it when every file is optional. */
export const requestTypes = ({ body, form, rawBody }: Endpoint): ('application/json' | 'multipart/form-data')[] => {
  if (!form) return body || rawBody ? ['application/json'] : [];
  const needsFile = Object.values(form.files).some((rule) => !rule.isOptional);
  return needsFile ? ['multipart/form-data'] : ['multipart/form-data', 'application/json'];
};

const declareWith =
  <const M extends Endpoint['method']>(method: M) =>
  <const P extends Endpoint['path'], const D extends Omit<Endpoint, 'method' | 'path'>>(path: P, declaration: D) => ({
    method,
    path,
    ...declaration,
  });

/** An endpoint with this method, by its path and everything else about it. */
export const get = declareWith('GET');
export const post = declareWith('POST');
export const put = declareWith('PUT');
export const patch = declareWith('PATCH');
export const del = declareWith('DELETE');

/** The body of a successful response that says something to people; a handler may return another message. */
export const saying = <S extends z.ZodRawShape>(message: string, shape: S) =>
  z.object({ success: z.literal(true), message: z.string().prefault(message), ...shape });

/** The body of a successful response whose message nobody reads. */
export const success = <S extends z.ZodRawShape>(shape: S) => saying('OK', shape);

/** The response of an endpoint that returns a file. */
export const file = z.object({});

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

export type FormOf<E extends Endpoint> = E['form'] extends { fields: infer F } ? F : undefined;
export type FileNames<E extends Endpoint> = E['form'] extends { files: infer F } ? Extract<keyof F, string> : never;
/** The files that a form may come without. */
export type OptionalFileNames<E extends Endpoint> = E['form'] extends { files: infer F }
  ? Extract<{ [Name in keyof F]: F[Name] extends { isOptional: true } ? Name : never }[keyof F], string>
  : never;

/** The files that may be as large as the settings allow. */
export type UploadNames<E extends Endpoint> = E['form'] extends { files: infer F }
  ? Extract<{ [Name in keyof F]: F[Name] extends { maxBytes: 'upload' } ? Name : never }[keyof F], string>
  : never;

/** The parsed input of a handler. */
export interface Received<E extends Endpoint> {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
  fields: Output<FormOf<E>>;
}

/** The input of a call. */
export interface Sent<E extends Endpoint> {
  params: Input<E['params']>;
  query: Input<E['query']>;
  body: Input<E['body']>;
  fields: Input<FormOf<E>>;
}

export type ResponseBody<E extends Endpoint> = z.output<E['response']>;
/** The output of a handler; the route adds `success`. */
export type Result<E extends Endpoint> = Omit<z.input<E['response']>, 'success'>;
