import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { api, API_PREFIX } from '#contract/api.ts';
import type { CourseWithLectures } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { tusCalls, UPLOADS_PATH } from '#contract/uploads.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Admission } from '#server/http/admission.ts';
import type { Implement } from '#server/http/implement.ts';
import type { AnswerTus } from './tus-server.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { Uploads } from './uploads.ts';

export interface UploadsParts {
  uploads: Uploads;
  locks: UploadLocks;
  admission: Admission;
  maxUploadBytes: number;
  describe: (actor: Actor, courseId: string, origin: string) => Promise<z.output<typeof CourseWithLectures>>;
}

export const uploadsRoutes = (implement: Implement, { uploads, describe }: UploadsParts): void => {
  implement(api.uploads.listUploads, async ({ actor }) => ({
    message: messages.uploads.listed,
    uploads: await uploads.list(actor.id),
  }));

  implement(api.uploads.makeLecture, async ({ actor, params, body, origin }) => {
    const { lectureId, courseId } = await uploads.makeLecture(actor.id, params.uploadId, body);
    if (lectureId === null) return { message: messages.uploads.noted, lectureId, course: null };
    return { message: messages.lectures.addSuccess, lectureId, course: await describe(actor, courseId, origin) };
  });
};

/** What the protocol sets for other sites is ours to say. */
const isOwnHeader = (name: string): boolean => !name.startsWith('access-control-') && name !== 'content-length';

/** Read as it is asked for. What is not asked for stays with the request, whose connection has yet to be answered. */
const bodyOf = (raw: IncomingMessage): ReadableStream<Uint8Array> => {
  const chunks = raw.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value instanceof Uint8Array ? value : Buffer.from(String(value)));
    },
  });
};

const toWebRequest = ({ raw, method, url, headers }: FastifyRequest): Request => {
  const hasBody = method === 'POST' || method === 'PATCH';
  const plain = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const body = hasBody ? { body: bodyOf(raw), duplex: 'half' as const } : {};
  return new Request(new URL(url, 'http://localhost'), { method, headers: plain, ...body });
};

/** The calls of the tus protocol, in a scope where bodies stay unread. */
export const tusRoutes = (app: FastifyInstance, parts: UploadsParts): void => {
  const { uploads, locks, admission, maxUploadBytes } = parts;
  let answering: Promise<AnswerTus> | undefined;
  const answer = (): Promise<AnswerTus> =>
    (answering ??= import('./tus-server.ts').then(({ createTusServer }) =>
      createTusServer(uploads, locks, maxUploadBytes),
    ));

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { actor } = request;
    if (!actor && request.method !== 'OPTIONS') throw fail('unauthenticated');
    const respond = await answer();
    const response = await respond(toWebRequest(request), actor?.id ?? '');
    const headers = [...response.headers].filter(([name]) => isOwnHeader(name));
    return reply
      .code(response.status)
      .headers(Object.fromEntries(headers))
      .send(response.status === 204 ? undefined : '');
  };

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    const url = `${API_PREFIX}${UPLOADS_PATH}`;
    const { create, send, remove } = tusCalls;
    const admitted = (endpoint: typeof create | typeof send | typeof remove) => ({
      config: { endpoint, isLong: true },
      onRequest: (request: FastifyRequest) => admission.admit(endpoint, request),
      handler,
    });
    scope.route({ method: 'POST', url, ...admitted(create) });
    scope.route({ method: 'HEAD', url: `${url}/:uploadId`, ...admitted(send) });
    scope.route({ method: 'PATCH', url: `${url}/:uploadId`, ...admitted(send) });
    scope.route({ method: 'DELETE', url: `${url}/:uploadId`, ...admitted(remove) });
    scope.route({ method: 'OPTIONS', url, handler });
  });
};
