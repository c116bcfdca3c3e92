import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api, API_PREFIX } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { tusEndpoints, UPLOADS_PATH } from '#contract/classroom/uploads.ts';
import { fail } from '#server/errors.ts';
import type { AccessControl } from '#server/http/endpoint/access-control.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Lectures } from '../lectures/lectures.ts';
import type { RespondToTus, TusRequest } from './tus-server.ts';
import type { Uploads } from './uploads.ts';

export const uploadsRoutes = (bind: Bind, uploads: Uploads, lectures: Lectures): void => {
  bind(api.uploads, {
    listUploads: async ({ actor }) => ({ uploads: await uploads.list(actor.id) }),
    makeLecture: async ({ actor, params, body, origin }) => {
      const { lectureId, courseId } = await uploads.makeLecture(actor.id, params.uploadId, body);
      if (lectureId === null) return { message: messages.uploads.noted, lectureId, course: null };
      return {
        message: messages.lectures.addSuccess,
        lectureId,
        course: await lectures.describe(actor, courseId, origin),
      };
    },
  });

  bind(api.lectures, {
    addLectureOfKind: async ({ actor, params: { courseId }, fields, files, origin }) => {
      const { kind, title, description, isDraft, sectionId, uploadId, ...content } = fields;
      const lecture = { courseId, kind, title, description, isDraft, sectionId, content };
      const lectureId =
        uploadId === undefined
          ? await lectures.files.add({ ...lecture, upload: files.lecture?.upload })
          : await uploads.use(actor.id, uploadId, ({ upload, markUsed }) =>
              lectures.files.add({ ...lecture, upload }, markUsed),
            );
      return { lecture: await lectures.managed(actor, { courseId, lectureId }, origin) };
    },
    replaceVideo: async ({ actor, params, body, origin }) => {
      const { courseId, lectureId } = params;
      await uploads.use(actor.id, body.uploadId, ({ upload, markUsed }) =>
        lectures.files.replace(params, upload, (tx) => markUsed(tx, lectureId)),
      );
      return { course: await lectures.describe(actor, courseId, origin) };
    },
  });
};

/** Headers for other sites are set by the server, not by the protocol's library. */
const isOwnHeader = (name: string): boolean => !name.startsWith('access-control-') && name !== 'content-length';

const toTusRequest = ({ raw, method, url, headers }: FastifyRequest): TusRequest => ({
  method,
  path: url,
  headers: Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  body: raw,
});

export interface TusServing {
  http: FastifyInstance;
  accessControl: AccessControl;
  maxUploadBytes: () => Promise<number>;
}

/** The requests of the tus protocol, in a scope where bodies stay unread. The library is loaded with the first of them. */
export const tusRoutes = (uploads: Uploads, { http, accessControl, maxUploadBytes }: TusServing): void => {
  let loading: Promise<RespondToTus> | undefined;
  const load = (): Promise<RespondToTus> =>
    (loading ??= import('./tus-server.ts').then(({ createTusServer }) => createTusServer(uploads, maxUploadBytes)));

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { actor } = request;
    if (!actor && request.method !== 'OPTIONS') throw fail('unauthenticated');
    const respond = await load();
    const response = await respond(toTusRequest(request), actor);
    const headers = [...response.headers].filter(([name]) => isOwnHeader(name));
    return reply
      .code(response.status)
      .headers(Object.fromEntries(headers))
      .send(response.status === 204 ? undefined : '');
  };

  http.addHook('onClose', () => uploads.locks.close());
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    const url = `${API_PREFIX}${UPLOADS_PATH}`;
    const { create, send, remove } = tusEndpoints;
    const admitted = (endpoint: typeof create | typeof send | typeof remove) => ({
      config: { endpoint, isLong: true },
      onRequest: (request: FastifyRequest) => accessControl.check(endpoint, request),
      handler,
    });
    scope.route({ method: 'POST', url, ...admitted(create) });
    scope.route({ method: 'HEAD', url: `${url}/:uploadId`, ...admitted(send) });
    scope.route({ method: 'PATCH', url: `${url}/:uploadId`, ...admitted(send) });
    scope.route({ method: 'DELETE', url: `${url}/:uploadId`, ...admitted(remove) });
    scope.route({ method: 'OPTIONS', url, handler });
  });
};
