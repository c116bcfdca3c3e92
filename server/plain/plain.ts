import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { ANSWER_FILE_MAX_BYTES, Id, MIB } from '#contract/fields.ts';
import type { SiteFacts } from '#contract/setup.ts';
import { fail } from '#server/errors.ts';
import { DeviceCookie } from '#server/http/device-cookie.ts';
import { toFailure } from '#server/http/error-handler.ts';
import type { Origins } from '#server/http/origins.ts';
import { PLAIN, plainCourse, plainQuiz } from '#server/http/plain-address.ts';
import { matchesEtag, prepareResponse } from '#server/http/prepared-response.ts';
import { savedAs } from '#server/http/saved-as.ts';
import type { Settings } from '#server/settings/settings.ts';
import { createAskApi, createAskFile, Refusal } from './ask-api.ts';
import { filesOf, formOf, isMultipart, readMultipart, refuseFiles } from './form.ts';
import { attemptAddress, attemptPage, type Note } from './attempt-pages.ts';
import { coursePage, coursesPage, logInPage, quizPage, refusalPage, secondStepPage } from './course-pages.ts';
import { type PlainPage, plainHeaders, renderPage } from './layout.ts';
import { createSaving } from './saving.ts';
import { forgetSession, isFromHere, keepSession, sessionToken } from './session-cookie.ts';

/** Long answers of a test arrive in one form. */
const FORM_MAX_BYTES = MIB;
const STYLE_SECONDS = 60 * 60;
const UNAUTHENTICATED = 401;
const UNPROCESSABLE = 422;

const CourseParams = z.object({ courseId: Id });
const QuizParams = CourseParams.extend({ lectureId: Id });
const AttemptParams = QuizParams.extend({ attemptId: Id });
const FileParams = AttemptParams.extend({ fileId: Id });
const AttemptQuery = z.object({
  note: z.enum(['saved', 'newer', 'late', 'empty']).optional().catch(undefined),
  question: z.coerce.number().int().min(1).max(10_000).optional().catch(undefined),
});

export interface PlainNeeds {
  siteFacts: () => Promise<SiteFacts>;
  origins: Origins;
  settings: Pick<Settings, 'calendar'>;
}

/** A page with its status, where to go instead, or a file that the browser saves. */
type Answer = { page: PlainPage; status?: number } | { movedTo: string } | { file: Buffer; name: string };
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<Answer>;

/** Only an address of the plain pages: a form must not lead to another site. */
const safeNext = (given: string | null): string =>
  given !== null && /^\/plain(?:\/[\w-]+)*(?:\?question=\d+)?$/.test(given) ? given : PLAIN;

const THEME = /(?:^|; *)theme=(morning|evening)(?:;|$)/;

/** The session of a request, as the API expects it. */
const asUser = (request: FastifyRequest): { headers: { authorization: string } } => {
  const token = sessionToken(request);
  if (token === undefined)
    throw new Refusal(UNAUTHENTICATED, { code: 'unauthenticated', message: messages.plain.loggedOut });
  return { headers: { authorization: `Bearer ${token}` } };
};

const parsed = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const result = schema.safeParse(value);
  if (!result.success) throw fail('quiz_not_found');
  return result.data;
};

const createHandlers = (server: FastifyInstance, { origins, settings }: PlainNeeds) => {
  const ask = createAskApi(server);
  const askFile = createAskFile(server);
  const saveForm = createSaving(ask);

  const logIn: Handler = async (request, reply) => {
    const form = formOf(request);
    const next = safeNext(form.get('next'));
    const email = form.get('email') ?? '';
    const ticket = form.get('ticket');
    const origin = await origins.of(request);
    const device = new DeviceCookie(request, reply, origin, PLAIN);
    const headers = device.value === undefined ? undefined : { cookie: `device=${device.value}` };
    try {
      const sent = { ...(headers && { headers }) };
      const { body, cookie } =
        ticket === null
          ? await ask(request, api.accounts.login, { body: { email, password: form.get('password') ?? '' }, ...sent })
          : await ask(request, api.factors.finishLogin, { body: { ticket, code: form.get('code') ?? '' }, ...sent });
      const remembered = /^(?:__Secure-)?device=([^;]+)/.exec(cookie ?? '')?.[1];
      if (remembered !== undefined) device.keep(remembered);
      // The session that this browser had here is not needed any more.
      if (sessionToken(request) !== undefined) await ask(request, api.accounts.logout, asUser(request));
      keepSession(reply, body.token, origin);
      return { movedTo: next };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message: refusal } = error;
      if (error.ticket !== undefined)
        return { page: secondStepPage({ next, ticket: error.ticket, refusal: undefined }), status };
      const canTryAgain = ticket !== null && status !== UNAUTHENTICATED;
      return {
        page: canTryAgain ? secondStepPage({ next, ticket, refusal }) : logInPage({ next, email, refusal }),
        status,
      };
    }
  };

  const logOut: Handler = async (request, reply) => {
    await ask(request, api.accounts.logout, asUser(request));
    forgetSession(reply, await origins.of(request));
    return { movedTo: PLAIN };
  };

  const courses: Handler = async (request) => {
    const { body } = await ask(request, api.learning.overview, asUser(request));
    const listed = [...(body.continue ? [body.continue.course] : []), ...body.started, ...body.notStarted];
    return { page: coursesPage([...listed, ...body.finished]) };
  };

  const course: Handler = async (request) => {
    const params = parsed(CourseParams, request.params);
    const { body } = await ask(request, api.lectures.listLectures, { params, ...asUser(request) });
    const quizzes = body.lectures.filter(({ kind, isPlayable }) => kind === 'quiz' && isPlayable);
    return { page: coursePage(body.course, quizzes) };
  };

  const quiz: Handler = async (request) => {
    const params = parsed(QuizParams, request.params);
    const { body } = await ask(request, api.quizzes.read, { params, ...asUser(request) });
    return { page: quizPage(params.courseId, body.quiz, await settings.calendar()) };
  };

  const start: Handler = async (request) => {
    const params = parsed(QuizParams, request.params);
    const { body } = await ask(request, api.quizzes.start, { params, ...asUser(request) });
    return { movedTo: attemptAddress(params.courseId, params.lectureId, body.attempt._id) };
  };

  const viewOf = async (request: FastifyRequest) => {
    const params = parsed(AttemptParams, request.params);
    const given = { params, ...asUser(request) };
    const { attempt } = (await ask(request, api.quizzes.attempt, given)).body;
    const { body } = await ask(request, api.quizzes.read, given);
    const { note, question } = parsed(AttemptQuery, request.query);
    const position = question === undefined ? undefined : question - 1;
    return {
      courseId: params.courseId,
      quiz: body.quiz,
      attempt,
      calendar: await settings.calendar(),
      note,
      position,
    };
  };

  const attempt: Handler = async (request) => ({ page: attemptPage(await viewOf(request)) });

  const send: Handler = async (request) => {
    const params = parsed(AttemptParams, request.params);
    const { question } = parsed(AttemptQuery, request.query);
    const position = question === undefined ? undefined : question - 1;
    const form = { fields: formOf(request), files: filesOf(request) };
    const outcome = await saveForm(request, { params, ...asUser(request) }, { form, position });
    if ('problems' in outcome) {
      const view = { ...(await viewOf(request)), given: { form: form.fields, problems: outcome.problems } };
      return { page: attemptPage(view), status: UNPROCESSABLE };
    }
    return { movedTo: afterwards(params, outcome.note, question) };
  };

  /** A file that the learner has sent. */
  const answerFile: Handler = async (request) => {
    const given = { params: parsed(FileParams, request.params), ...asUser(request) };
    const file = await askFile(request, api.quizAnswerFiles.answerFile, given);
    const { questions } = (await ask(request, api.quizzes.attempt, given)).body.attempt;
    const sent = questions.find(({ answer }) => answer.file?._id === given.params.fileId);
    return { file, name: sent?.answer.file?.name ?? 'answer' };
  };

  /** A file is large: before it is read, the attempt is found. */
  const assertAttempt = async (request: FastifyRequest): Promise<void> => {
    if (!isMultipart(request)) return;
    await ask(request, api.quizzes.attempt, { params: parsed(AttemptParams, request.params), ...asUser(request) });
  };

  return { logIn, logOut, courses, course, quiz, start, attempt, send, answerFile, assertAttempt };
};

type Refused = Pick<Refusal, 'code' | 'message' | 'status'>;

/** The page of the quiz from one of its attempts, the course from a quiz, and the list of courses. */
const backFrom = ({ url }: FastifyRequest): string => {
  const path = url.replace(/\?.*$/, '');
  const above = path.replace(/\/(?:attempts|quizzes)\/[^/]*\/?$/, '');
  return above === path ? PLAIN : above;
};

/** The page of the attempt, with what became of the form. */
const afterwards = (
  { courseId, lectureId, attemptId }: z.output<typeof AttemptParams>,
  note: Note | undefined,
  question: number | undefined,
): string => {
  const query = new URLSearchParams({
    ...(question === undefined ? {} : { question: String(question) }),
    ...(note === undefined ? {} : { note }),
  });
  return `${attemptAddress(courseId, lectureId, attemptId)}${query.size === 0 ? '' : `?${query}`}`;
};

const serveStyle = (scope: FastifyInstance): void => {
  const { body, etag } = prepareResponse(readFileSync(join(import.meta.dirname, 'plain.css'), 'utf8'));
  scope.get(`${PLAIN}/style.css`, async (request, reply) => {
    void reply.header('etag', etag).header('cache-control', `public, max-age=${STYLE_SECONDS}`);
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('text/css; charset=utf-8').send(body);
  });
};

/**
 * Serves the pages that work without JavaScript, below `/plain`: they log in with a cookie of their own, which nothing else
 * reads, and call the API of this server as the browser's program does.
 */
export const servePlainPages = (server: FastifyInstance, needs: PlainNeeds): void => {
  const { siteFacts, origins } = needs;
  const handlers = createHandlers(server, needs);

  const send = async (request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> => {
    if ('movedTo' in answer) return reply.redirect(answer.movedTo, 303);
    if ('file' in answer)
      return reply
        .header('content-disposition', savedAs(answer.name))
        .type('application/octet-stream')
        .send(answer.file);
    const theme = THEME.exec(request.headers.cookie ?? '')?.[1];
    const isLoggedIn = sessionToken(request) !== undefined && answer.status !== UNAUTHENTICATED;
    const text = renderPage(answer.page, { facts: await siteFacts(), theme, isLoggedIn });
    return reply
      .code(answer.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(text);
  };

  const refused = (request: FastifyRequest, { code, message, status }: Refused): Answer => {
    if (code === 'unauthenticated') return { page: logInPage({ next: safeNext(request.url) }), status };
    return { page: refusalPage(message, backFrom(request)), status };
  };

  const assertFromHere = async (request: FastifyRequest): Promise<void> => {
    if (!isFromHere(request, await origins.of(request)))
      throw new Refusal(403, { code: 'forbidden', message: messages.plain.otherSite });
  };

  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const type = 'application/x-www-form-urlencoded';
    scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: FORM_MAX_BYTES }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    const withFiles = { parseAs: 'buffer', bodyLimit: ANSWER_FILE_MAX_BYTES + FORM_MAX_BYTES } as const;
    scope.addContentTypeParser('multipart/form-data', withFiles, readMultipart);
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.headers(plainHeaders);
    });
    scope.setErrorHandler((error, request, reply) => {
      const failure = error instanceof Refusal ? error : toFailure(error);
      if (failure.status >= 500) request.log.error({ err: error, requestId: request.id }, 'plain page failed');
      return send(request, reply, refused(request, failure));
    });
    const get = (url: string, handler: Handler): void => {
      scope.get(url, async (request, reply) => send(request, reply, await handler(request, reply)));
    };
    const post = (url: string, handler: Handler, before = refuseFiles): void => {
      scope.post(url, { onRequest: [assertFromHere, before] }, async (request, reply) =>
        send(request, reply, await handler(request, reply)),
      );
    };
    const quiz = plainQuiz(':courseId', ':lectureId');
    serveStyle(scope);
    get(PLAIN, handlers.courses);
    post(`${PLAIN}/log-in`, handlers.logIn);
    post(`${PLAIN}/log-out`, handlers.logOut);
    get(plainCourse(':courseId'), handlers.course);
    get(quiz, handlers.quiz);
    post(quiz, handlers.start);
    get(`${quiz}/attempts/:attemptId`, handlers.attempt);
    get(`${quiz}/attempts/:attemptId/files/:fileId`, handlers.answerFile);
    post(`${quiz}/attempts/:attemptId`, handlers.send, handlers.assertAttempt);
  });
};
