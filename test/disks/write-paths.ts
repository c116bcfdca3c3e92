import { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { aQuiz, start } from '#test/quizzes.ts';
import { COURSE, LECTURE } from '#test/publish.ts';
import { mediaPart, MEERA } from '#test/sign-up.ts';
import type { FilePart } from '#test/multipart.ts';
import type { TestApp } from '#test/start-app.ts';

/** The status and the body of a response. */
export interface Outcome {
  status: number;
  body: Record<string, unknown>;
}

/** Something that writes, which can be repeated. */
export interface WritePath {
  name: string;
  send(): Promise<Outcome>;
}

/** A file of many pages, so that it may not fit although the database does. */
const LARGE_BYTES = 300_000;
const large = (head: string, name: string): FilePart => ({
  bytes: Buffer.concat([Buffer.from(head), Buffer.alloc(LARGE_BYTES, 'monsoon ')]),
  name,
  type: 'application/octet-stream',
});

const AddedLecture = z.object({ lecture: z.object({ _id: z.string() }) });

let turn = 0;
const next = (): string => `n${(turn += 1)}`;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A resumable upload: its creation, its bytes, and the lecture that it becomes. */
const tusUpload = async (app: TestApp, token: string, courseId: string): Promise<Outcome> => {
  const { bytes } = await mediaPart('three-seconds.mp4');
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const created = await app.http.inject({
    method: 'POST',
    url: `${API_PREFIX}/uploads`,
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `courseId ${base64(courseId)},filename ${base64('talk.mp4')}`,
    },
  });
  if (created.statusCode !== 201) return { status: created.statusCode, body: created.json() };
  const path = String(created.headers.location);
  try {
    const sent = await app.http.inject({
      method: 'PATCH',
      url: path,
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      payload: Buffer.from(bytes),
    });
    if (sent.statusCode !== 204) return { status: sent.statusCode, body: sent.json() };
    const made = path.replace(API_PREFIX, '');
    return await call(app, 'POST', `${made}/lecture`, { token, body: { ...LECTURE, title: next() } });
  } finally {
    await app.http.inject({ method: 'DELETE', url: path, headers });
  }
};

/** A school, and everything in it that writes a file or the database because of a request. */
export const openWritePaths = async (app: TestApp): Promise<WritePath[]> => {
  const { token } = await anAdmin(app);
  const quiz = await aQuiz(app, { questions: [{ type: 'file', text: 'Send the plan.', guidance: '', points: 1 }] });
  const { courseId, videoId, path: quizPath, meera } = quiz;
  const { _id: attemptId } = await start(app, quiz, meera);
  const added = await call(app, 'POST', `/courses/${courseId}/lectures`, {
    token,
    body: { ...LECTURE, kind: 'text', text: '# Terms' },
  });
  const { _id: textId } = AddedLecture.parse(added.body).lecture;
  const [thumbnail, avatar, video] = [
    await mediaPart('thumbnail.jpg'),
    await mediaPart('avatar.png'),
    await mediaPart('three-seconds.mp4'),
  ];
  const post = (path: string, body: object, as = token) => call(app, 'POST', path, { token: as, body });
  const form = (method: 'POST' | 'PUT', path: string, parts: Record<string, string | FilePart>, as = token) =>
    call(app, method, path, { token: as, parts });
  const lecture = `/courses/${courseId}/lecture/${videoId}`;
  const text = `/courses/${courseId}/lectures/${textId}`;
  const asks = `/courses/${courseId}/lectures/${videoId}/questions`;
  let look = 'ledge';
  const paths: Record<string, () => Promise<Outcome>> = {
    contact: () =>
      post('/contact', { name: 'Ravi', email: `${next()}@home.example`, message: 'In Hindi? '.repeat(400) }),
    'sign-up with an avatar': () =>
      form('POST', '/user/register', { ...MEERA, email: `${next()}@school.example`, avatar }),
    'another avatar': () => form('PUT', '/user/update', { fullName: 'Meera Nair', avatar }, meera.token),
    'a new course': () => form('POST', '/courses/', { ...COURSE, title: next(), thumbnail }),
    'a changed course': () => form('PUT', `/courses/${courseId}`, { ...COURSE, title: next(), thumbnail }),
    'a video': () => form('POST', `/courses/${courseId}`, { ...LECTURE, title: next(), lecture: video }),
    'a resumable upload': () => tusUpload(app, token, courseId),
    'a PDF': async () =>
      form('POST', `/courses/${courseId}/lectures`, {
        ...LECTURE,
        title: next(),
        kind: 'pdf',
        lecture: await mediaPart('cash-plan.pdf'),
      }),
    'a sound': async () =>
      form('POST', `/courses/${courseId}/lectures`, {
        ...LECTURE,
        title: next(),
        kind: 'audio',
        lecture: await mediaPart('tone.mp3'),
      }),
    'an image in a text': () => form('POST', `${text}/images`, { image: thumbnail }),
    'a sound in a text': async () => form('POST', `${text}/sounds`, { sound: await mediaPart('tone.mp3') }),
    'an image in a quiz': () => form('POST', `${quizPath}/images`, { image: thumbnail }),
    captions: async () =>
      form('PUT', `${lecture}/captions/en`, { label: 'English', captions: await mediaPart('captions.vtt') }),
    'an attachment': () =>
      form('POST', `${lecture}/attachments`, { name: `${next()}.pdf`, attachment: large('%PDF-1.7', 'p.pdf') }),
    'a thumbnail': () => form('PUT', `${lecture}/thumbnail`, { thumbnail }),
    'a file as an answer': () =>
      form(
        'POST',
        `${quizPath}/attempts/${attemptId}/files`,
        { position: '0', seq: String((turn += 1)), name: 'plan.pdf', file: large('%PDF-1.7', 'plan.pdf') },
        meera.token,
      ),
    'imported questions': () =>
      post(`${quizPath}/quiz/import`, {
        format: 'aiken',
        text: `Is it ${next()}?\nA. Yes\nB. No\nANSWER: A\n`.repeat(2),
      }),
    'imported people': () =>
      form('POST', '/admin/people/imports', {
        fileName: 'people.csv',
        file: large(`Name,Email\n${'Ravi,ravi@home.example\n'.repeat(2000)}`.slice(0, 40_000), 'people.csv'),
      }),
    'the logo': () => form('PUT', '/admin/settings/school/images/logo', { file: avatar }),
    'a picture on a page': () => form('POST', '/admin/blocks/home/pictures', { file: thumbnail }),
    'a teacher': () => form('PUT', '/admin/teacher', { name: 'Ila Rao', headline: '', about: next(), picture: avatar }),
    'a question': () => post(asks, { text: `Why ${next()}? `.repeat(40), atMs: 1000 }),
    'a note': () => call(app, 'PUT', `/admin/people/${meera.id}/note`, { token, body: { text: next().repeat(500) } }),
    'a login': () => post('/user/login', { email: MEERA.email, password: MEERA.password }),
    'access that an admin gives': () =>
      post(`/admin/people/${meera.id}/grant`, { untilDay: '2099-12-31', reason: next() }),
    'an export of one’s data': () => post('/user/export', {}, meera.token),
    settings: async () => {
      const other = look === 'ledge' ? 'slate' : 'ledge';
      const saved = await call(app, 'PUT', '/admin/settings/look', { token, body: { look: other } });
      if (saved.status === 200) look = other;
      return saved;
    },
  };
  await form('POST', '/user/register', { ...MEERA, avatar });
  return Object.entries(paths).map(([name, send]) => ({ name, send }));
};
