import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import type {
  Access,
  Endpoint,
  FileNames,
  OptionalFileNames,
  Received,
  Result,
  UploadNames,
} from '#contract/endpoint.ts';
import type { RequestAudit } from './request-audit.ts';
import type { Write } from '#contract/languages/say.ts';
import { notFoundErrorOf } from '#contract/endpoint-errors.ts';
import { keysOf } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { messageOf } from '#contract/known-messages.ts';
import { fail, type FieldProblem } from '#server/errors.ts';
import type { Actor } from './actor.ts';
import { type AccessControl, languageOf } from './access-control.ts';
import { DeviceCookie } from './device-cookie.ts';
import { type Attachment, isAttachment, sendAttachment } from '../file/attachment.ts';
import { type FormReception, type ReceivedForm, receiveForm } from './multipart-form.ts';
import type { Origins } from './origins.ts';
import { isPreparedResponse, type PreparedResponse, sendPrepared } from './prepared-response.ts';
import type { ReceivedFile, ReceivedUpload } from './received-file.ts';

/** The arguments of every handler besides the parsed input. */
export interface RequestFacts {
  /** The origin of this site as the client addressed it, for absolute addresses in the response. */
  origin: string;
  /** The client's network address. */
  address: string;
  /** The device cookie of the client's logins. */
  device: DeviceCookie;
  rawBody: Buffer;
  header: (name: string) => string | undefined;
  /** Of the page from which the request comes. */
  pageLanguage: string | undefined;
  /** Writes sentences in the language that the client asks for first, and in English where it asks for none. */
  writer: () => Promise<Write>;
  /** For public endpoints: the user behind the request, if it has a valid token. */
  findActor: () => Promise<Actor | undefined>;
}

type Who<A extends Access> = A extends 'public' ? unknown : { actor: Actor };

export type HandlerInput<E extends Endpoint> = Received<E> &
  RequestFacts &
  Who<E['access']> & {
    files: Record<Exclude<FileNames<E>, OptionalFileNames<E> | UploadNames<E>>, ReceivedFile> &
      Partial<Record<Exclude<OptionalFileNames<E>, UploadNames<E>>, ReceivedFile>> &
      Record<Exclude<UploadNames<E>, OptionalFileNames<E>>, ReceivedUpload> &
      Partial<Record<UploadNames<E> & OptionalFileNames<E>, ReceivedUpload>>;
  };

/** Nothing is returned where the response has nothing but its message. */
type HandlerResult<E extends Endpoint> =
  | Result<E>
  | PreparedResponse
  | Attachment
  | ({ message: string } extends Result<E> ? void : never);

export type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Promise<HandlerResult<E>> | HandlerResult<E>;

export interface BindNeeds {
  accessControl: AccessControl;
  forms: FormReception;
  origins: Origins;
  audit: RequestAudit;
  /** By the header `Accept-Language`. */
  writerFor: (accepted: string | undefined) => Promise<Write>;
  /** Whether emails are sent, or only stored. */
  sendsEmail: () => Promise<boolean>;
}

interface Bound<E extends Endpoint> {
  handle: Handler<E>;
  /** Throws before the body is read, so that an upload to a missing object ends at once. */
  beforeBody: (input: Pick<Received<E>, 'params'>) => Promise<void>;
}

/** The same for any endpoint, of which only its declaration knows the types. */
interface AnyBound {
  handle: (input: never) => unknown;
  beforeBody?: (input: never) => Promise<void>;
  assert: (() => Promise<void>) | undefined;
}

type Handlers<G extends Record<string, Endpoint>> = { [Name in keyof G]?: Handler<G[Name]> | Bound<G[Name]> };

/**
 * Binds endpoints of a group of the contract to functions of a feature: `bind(api.notes, { list: ({ actor }) => notes.list(actor) })`.
 * What a function returns is the response; its message, if it has a fixed one, is in the contract.
 */
export type Bind = <G extends Record<string, Endpoint>>(
  group: G,
  handlers: Handlers<G>,
  /** Runs before each of them. */
  assert?: () => Promise<void>,
) => void;

const UNNAMED = messages.request.badField;

const problemsOf = (error: z.ZodError): FieldProblem[] =>
  error.issues.slice(0, 20).map((issue) => ({
    path: issue.path.join('.'),
    message: messageOf(issue) ?? UNNAMED,
  }));

/** PostgreSQL cannot store NUL, nor compare with it. */
const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\u0000')
    : typeof value === 'object' && value !== null && Object.values(value).some(hasNul);

const parseInput = <S extends z.ZodObject>(
  schema: S,
  value: unknown,
  endpoint: Endpoint,
  missingFiles: FieldProblem[] = [],
): z.output<S> => {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success && hasNul(parsed.data))
    throw fail('validation_failed', { message: messages.fields.badCharacters });
  if (parsed.success && missingFiles.length === 0) return parsed.data;
  const problems = parsed.error ? problemsOf(parsed.error) : [];
  const details = [...problems, ...missingFiles];
  // In a body that is not an object every field is missing.
  const isIncomplete =
    missingFiles.length > 0 || problems.some(({ path, message }) => message === endpoint.incomplete || path === '');
  const message = isIncomplete
    ? endpoint.incomplete
    : details.map((problem) => problem.message).find((said) => said !== UNNAMED);
  throw fail('validation_failed', message === undefined ? { details } : { message, details });
};

const missingFilesOf = (endpoint: Endpoint, form: ReceivedForm | undefined): FieldProblem[] => {
  const { missingFile, fileNeedsForm } = messages.request;
  const message = form ? (endpoint.incomplete ?? missingFile) : fileNeedsForm;
  return Object.entries(endpoint.form?.files ?? {})
    .filter(([name, rule]) => !rule.isOptional && form?.files[name] === undefined)
    .map(([path]) => ({ path, message }));
};

const parseParams = (endpoint: Endpoint, value: unknown): object | undefined => {
  const parsed = endpoint.params?.safeParse(value);
  if (parsed && (!parsed.success || hasNul(parsed.data))) throw fail(notFoundErrorOf(endpoint));
  return parsed?.data;
};

const toResponseBody = (endpoint: Endpoint, result: object): string =>
  JSON.stringify(endpoint.response.parse({ success: true, ...result }));

/** Serializes a complete response once, to be sent many times. */
export const serializeResponse = <E extends Endpoint>(endpoint: E, result: Result<E>): string =>
  toResponseBody(endpoint, result);

/**
 * Returns the function that turns declared endpoints and their handlers into routes: access is checked before the body is
 * read, then the input is parsed, the handler runs, and undeclared fields are removed from the response.
 */
export const createBind = (app: FastifyInstance, needs: BindNeeds): Bind => {
  const { accessControl, forms, origins, audit, writerFor, sendsEmail } = needs;

  const respond = async (
    endpoint: Endpoint,
    { handle, beforeBody, assert }: AnyBound,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    if (request.isMultipart() && !endpoint.form) throw fail('unsupported_media_type');
    const params = parseParams(endpoint, request.params);
    // The declaration of the endpoint fixed the type of these params.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (beforeBody) await (beforeBody as (value: { params: unknown }) => Promise<void>)({ params });
    const query = endpoint.query ? parseInput(endpoint.query, request.query, endpoint) : undefined;
    const body = endpoint.body ? parseInput(endpoint.body, request.body, endpoint) : undefined;
    let form: ReceivedForm | undefined;
    try {
      if (endpoint.form && request.isMultipart())
        form = await receiveForm(request, endpoint.form.files, forms, closing(reply));
      const sent = form ? form.fields : request.body;
      const fields = endpoint.form
        ? parseInput(endpoint.form.fields, sent, endpoint, missingFilesOf(endpoint, form))
        : undefined;
      const origin = await origins.of(request);
      const input = {
        params,
        query,
        body,
        fields,
        files: form?.files ?? {},
        actor: request.actor,
        origin,
        address: request.ip,
        device: new DeviceCookie(request, reply, origin),
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        header: (name: string) => headerOf(request, name),
        writer: () => writerFor(request.headers['accept-language']),
        pageLanguage: languageOf(request),
        findActor: () => accessControl.findActor(request),
      };
      // The route's own declaration fixed the handler's input type; here it is assembled from that same declaration.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const handler = handle as (value: typeof input) => Promise<object | undefined>;
      const run = async (): Promise<object> => {
        await assert?.();
        const handled = (await handler(input)) ?? {};
        if (endpoint.sendsEmail === undefined || (await sendsEmail())) return handled;
        return { ...handled, message: messages.notSent[endpoint.access === 'admin' ? 'toStaff' : 'toOthers'] };
      };
      const result = await audit(endpoint, request, { params, sent: body ?? fields }, run);
      if (isPreparedResponse(result)) return sendPrepared(result, request, reply);
      if (endpoint.produces !== undefined && isAttachment(result))
        return sendAttachment(result, endpoint.produces, reply);
      return await reply
        .code(endpoint.status ?? 200)
        .type('application/json; charset=utf-8')
        .send(toResponseBody(endpoint, result));
    } finally {
      await form?.discard();
    }
  };

  const route = (endpoint: Endpoint, bound: AnyBound): void => {
    const isOpen = endpoint.access === 'public' && endpoint.rateLimit === undefined;
    const urls = [`${API_PREFIX}${endpoint.path}`, ...(endpoint.page === undefined ? [] : [endpoint.page])];
    withBodyOf(app, endpoint, (scope) =>
      urls.forEach((url) =>
        scope.route({
          method: endpoint.method,
          url,
          config: { endpoint, isLong: endpoint.produces !== undefined },
          ...(endpoint.bodyMaxBytes === undefined ? {} : { bodyLimit: endpoint.bodyMaxBytes }),
          ...(isOpen ? {} : { onRequest: (request) => accessControl.check(endpoint, request) }),
          handler: (request, reply) => respond(endpoint, bound, request, reply),
        }),
      ),
    );
  };

  return (group, handlers, assert) => {
    for (const name of keysOf(handlers)) {
      const endpoint = group[name];
      const bound = handlers[name];
      if (endpoint && bound) route(endpoint, { assert, ...(typeof bound === 'function' ? { handle: bound } : bound) });
    }
  };
};

/** Aborts when the connection closes; after the response this has no effect. */
const closing = ({ raw }: FastifyReply): AbortSignal => {
  const closed = new AbortController();
  raw.once('close', () => closed.abort());
  return closed.signal;
};

/** Signed bytes are passed on unchanged, whatever their content type: such a route has its own parser. */
const withBodyOf = (app: FastifyInstance, endpoint: Endpoint, declare: (scope: FastifyInstance) => void): void => {
  const { rawBody } = endpoint;
  if (!rawBody) return declare(app);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: rawBody.maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    declare(scope);
  });
};

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};
