import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import type { Access, Endpoint, FileNames, OptionalFileNames, Received, Result } from '#contract/endpoint.ts';
import { isSentence } from '#contract/messages.ts';
import { fail, type FieldProblem } from '#server/errors.ts';
import type { Actor } from './actor.ts';
import type { Admission } from './admission.ts';
import { type FileAnswer, isFileAnswer, sendFile } from './file-answer.ts';
import { type FormReception, type ReceivedForm, receiveForm } from './forms.ts';
import type { Origins } from './origins.ts';
import { ADDRESS_ALLOWANCE, type RateLimits } from './rate-limit.ts';
import { isReadyAnswer, type ReadyAnswer, sendReady } from './ready-answer.ts';
import type { ReceivedFile } from './received-file.ts';

/** What every handler receives beside the parsed input. */
export interface RequestFacts {
  /** The origin under which the caller reached us, for absolute addresses in the answer. */
  origin: string;
  /** The caller's network address. */
  address: string;
  rawBody: Buffer;
  header: (name: string) => string | undefined;
  /** For public endpoints: the signed-in person, if the request carries a token that works. */
  findActor: () => Promise<Actor | undefined>;
}

type Who<A extends Access> = A extends 'public' ? unknown : { actor: Actor };

export type HandlerInput<E extends Endpoint> = Received<E> &
  RequestFacts &
  Who<E['access']> & {
    files: Record<Exclude<FileNames<E>, OptionalFileNames<E>>, ReceivedFile> &
      Partial<Record<OptionalFileNames<E>, ReceivedFile>>;
  };

type GoodAnswer<E extends Endpoint> = Result<E> | ReadyAnswer | FileAnswer;

export type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Promise<GoodAnswer<E>> | GoodAnswer<E>;

export interface ImplementNeeds {
  admission: Admission;
  limits: RateLimits;
  forms: FormReception;
  origins: Origins;
}

export interface ImplementOptions<E extends Endpoint> {
  /** Refuses by throwing, before the body is read: an upload to nothing is not waited for. */
  admit?: (input: Pick<Received<E>, 'params'>) => Promise<void>;
}

/** Registers one endpoint of the contract with its handler. */
export type Implement = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: ImplementOptions<E>) => void;

const problemsOf = (error: z.ZodError): FieldProblem[] =>
  error.issues.slice(0, 20).map((issue) => ({
    path: issue.path.join('.'),
    message: isSentence(issue.message) ? issue.message : 'Please check this field',
  }));

const parseInput = <S extends z.ZodObject>(
  schema: S,
  value: unknown,
  endpoint: Endpoint,
  missingFiles: string[] = [],
): z.output<S> => {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success && missingFiles.length === 0) return parsed.data;
  const details = [
    ...(parsed.error ? problemsOf(parsed.error) : []),
    ...missingFiles.map((path) => ({ path, message: endpoint.incomplete ?? 'Please add a file' })),
  ];
  // A body that is no object lacks everything.
  const isIncomplete = details.some(({ path, message }) => message === endpoint.incomplete || path === '');
  const message = isIncomplete ? endpoint.incomplete : details.map((problem) => problem.message).find(isSentence);
  throw fail('validation_failed', message === undefined ? { details } : { message, details });
};

/** An id of the wrong form is an id of nothing. */
const parseParams = (endpoint: Endpoint, value: unknown): unknown => {
  const parsed = endpoint.params?.safeParse(value);
  if (parsed && !parsed.success) {
    const keys = Object.keys(endpoint.params?.shape ?? {});
    throw fail(
      keys.includes('lectureId')
        ? 'lecture_not_found'
        : keys.includes('courseId')
          ? 'course_not_found'
          : 'route_not_found',
    );
  }
  return parsed?.data;
};

const answerSchema = (endpoint: Endpoint, result: object): string =>
  JSON.stringify(endpoint.response.parse({ success: true, ...result }));

/** Makes a complete answer once, to be sent many times. */
export const serializeAnswer = <E extends Endpoint>(endpoint: E, result: Result<E>): string =>
  answerSchema(endpoint, result);

/**
 * Makes the function that turns a declared endpoint and a handler into a route: access before the body is read, then
 * the input parsed, then the handler, then the answer stripped to what the contract names.
 */
export const createImplement = (app: FastifyInstance, needs: ImplementNeeds): Implement => {
  const { admission, limits, forms, origins } = needs;

  const answerCall = async (
    endpoint: Endpoint,
    { handler, admit }: { handler: (input: never) => unknown; admit: ((input: never) => Promise<void>) | undefined },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const params = parseParams(endpoint, request.params);
    // As with the handler below, the declaration fixed the type of what is checked here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (admit) await (admit as (value: { params: unknown }) => Promise<void>)({ params });
    const query = endpoint.query ? parseInput(endpoint.query, request.query, endpoint) : undefined;
    const body = endpoint.body ? parseInput(endpoint.body, request.body, endpoint) : undefined;
    let form: ReceivedForm | undefined;
    try {
      if (endpoint.form) {
        if (!request.isMultipart())
          throw fail('validation_failed', endpoint.incomplete === undefined ? {} : { message: endpoint.incomplete });
        form = await receiveForm(request, endpoint.form.files, forms);
      }
      const missingFiles = Object.entries(endpoint.form?.files ?? {})
        .filter(([name, rule]) => !rule.isOptional && form?.files[name] === undefined)
        .map(([name]) => name);
      const fields = endpoint.form ? parseInput(endpoint.form.fields, form?.fields, endpoint, missingFiles) : undefined;
      const input = {
        params,
        query,
        body,
        fields,
        files: form?.files ?? {},
        actor: request.actor,
        origin: origins.of(request),
        address: request.ip,
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        header: (name: string) => headerOf(request, name),
        findActor: () => admission.findActor(request),
      };
      // The route's own declaration fixed the handler's input type; here it is assembled from that same declaration.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const result = await (handler as (value: typeof input) => Promise<object>)(input);
      if (isReadyAnswer(result)) return sendReady(result, request, reply);
      if (endpoint.produces !== undefined && isFileAnswer(result)) return sendFile(result, endpoint.produces, reply);
      return await reply
        .code(endpoint.status ?? 200)
        .type('application/json; charset=utf-8')
        .send(answerSchema(endpoint, result));
    } finally {
      await form?.discard();
    }
  };

  return (endpoint, handler, { admit } = {}) => {
    const isOpen = endpoint.access === 'public' && endpoint.rateLimit === undefined;
    withBodyOf(app, endpoint, (scope) =>
      scope.route({
        method: endpoint.method,
        url: `${API_PREFIX}${endpoint.path}`,
        config: { endpoint, isLong: endpoint.produces !== undefined },
        ...(isOpen ? {} : { onRequest: (request) => admission.admit(endpoint, request) }),
        handler: async (request, reply) => {
          try {
            return await answerCall(endpoint, { handler, admit }, request, reply);
          } catch (error) {
            if (endpoint.rateLimit === 'failures') await limits.note(`address:${request.ip}`, ADDRESS_ALLOWANCE);
            throw error;
          }
        },
      }),
    );
  };
};

/** Bytes that are signed arrive untouched, whatever type the sender gives them: such a route has a parser of its own. */
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
