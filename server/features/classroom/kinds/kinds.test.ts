import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { mediaIn } from '#contract/classroom/lecture-media.ts';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { ManagedLecture } from '#contract/classroom/lectures.ts';
import { RichText } from '#contract/rich-text.ts';
import { call, type CallResponse } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber, aUser, type Person } from '#test/factories.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

const at = (ms: number): string => new Date(ms).toISOString();

const openSchool = async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const path = `/courses/${courseId}`;
  const add = (body: object, token: string | undefined = admin.token) =>
    call(app, 'POST', `${path}/lectures`, { body, token });
  const addFile = async (file: string, fields: Record<string, string>) =>
    call(app, 'POST', `${path}/lectures`, {
      token: admin.token,
      parts: { title: 'A file', ...fields, lecture: await mediaPart(file) },
    });
  const watch = async (person: Person) => (await call(app, 'GET', path, { token: person.token })).body;
  const readText = (id: string, { token }: Person) => call(app, 'GET', `${path}/lectures/${id}/text`, { token });
  return { app, admin, courseId, path, add, addFile, watch, readText };
};

const Added = z.object({ lecture: ManagedLecture });
const lectureOf = ({ body }: CallResponse) => Added.parse(body).lecture;
const Listed = z.object({
  lectures: z.array(
    ManagedLecture.pick({
      _id: true,
      kind: true,
      lecture: true,
      durationMs: true,
      live: true,
      pdf: true,
      progress: true,
    }),
  ),
});

const beat = (ranges: [number, number][], more: object = {}) => ({
  positionMs: ranges.at(-1)?.[1] ?? 0,
  ranges,
  rate: 1,
  seq: 1,
  sessionId: 'reading',
  ...more,
});

test('a text is published with its reading time, and has no video', async () => {
  const { app, add, watch } = await openSchool();
  const words = Array.from({ length: 398 }, () => 'word').join(' ');
  const added = await add({ kind: 'text', title: 'Your own bills', text: `# What you need\n\n${words} **now**` });
  expect([added.status, added.body['message']]).toEqual([200, 'Lecture added']);
  expect(lectureOf(added)).toMatchObject({
    kind: 'text',
    title: 'Your own bills',
    description: '',
    isDraft: false,
    isPlayable: true,
    state: 'ready',
    durationMs: 120_600,
    lecture: [],
    audio: null,
    pdf: null,
    live: null,
    text: [
      { kind: 'heading', spans: [{ text: 'What you need', marks: [], href: null }] },
      { kind: 'paragraph', spans: [{ text: `${words} ` }, { text: 'now', marks: ['strong'] }] },
    ],
  });
  const { lectures } = Listed.parse(await watch(await aSubscriber(app)));
  expect(lectures).toMatchObject([{ kind: 'text', lecture: [], durationMs: 120_600 }]);
});

test('a text that an earlier version stored is shown as a new one', async () => {
  const { app, add, readText } = await openSchool();
  const text = '1. पढ़ें\n\n   Again\n2. Write';
  const blocks = [{ kind: 'number', spans: [{ text: 'पढ़ें', marks: [], href: null }] }];
  const { _id: id } = lectureOf(await add({ kind: 'text', title: 'Steps', text }));
  const content = JSON.stringify({ markdown: text, blocks });
  await app.database.db.updateTable('lecture_contents').set({ content }).execute();
  const again = { spans: [{ text: 'Again' }] };
  const list = { kind: 'list', start: 1, items: [{ blocks: [{}, again] }, { blocks: [{}] }] };
  expect((await readText(id, await aSubscriber(app))).body).toMatchObject({ text: [list] });
});

test('what a kind needs is checked, and drafts may be unfinished', async () => {
  const { app, add } = await openSchool();
  const refused = async (body: object) => {
    const response = await add(body);
    return [response.status, response.body['message']];
  };
  expect(await refused({ kind: 'text', title: 'Empty', text: ' ' })).toEqual([400, 'Write the text of the lecture']);
  expect((await add({ kind: 'text', title: 'Empty', isDraft: true })).status).toBe(200);
  expect(await refused({ kind: 'text', text: 'no title' })).toEqual([400, 'All fields are mandatory']);
  const live = { kind: 'live', title: 'On paper', startsAt: at(JUNE_MORNING_MS), durationMinutes: 60 };
  expect(await refused({ ...live, url: 'javascript:alert(1)' })).toEqual([
    400,
    'Enter the link of the class. It begins with https://',
  ]);
  expect(await refused({ ...live, url: 'https://meet.example/x', startsAt: 'soon' })).toEqual([
    400,
    'Choose when the class starts',
  ]);
  expect((await refused({ kind: 'game', title: 'Chess' }))[0]).toBe(400);
  for (const kind of ['audio', 'pdf', 'video'])
    expect(await refused({ kind, title: 'No file' })).toEqual([400, 'Choose the file of this lecture']);
  const member = await aSubscriber(app);
  expect((await add({ kind: 'text', title: 'Mine', text: 'Mine' }, member.token)).status).toBe(403);
});

test.each([
  ['tone.mp3', 'audio', 'audio/mpeg', 3030],
  ['tone.m4a', 'audio', 'audio/mp4', 3000],
  ['tone.wav', 'audio', 'audio/wav', 3000],
])('%s is played as it is', async (file, kind, contentType, roughlyMs) => {
  const { app, addFile, watch } = await openSchool();
  const lecture = lectureOf(await addFile(file, { kind }));
  expect(lecture).toMatchObject({ kind, isPlayable: true, lecture: [] });
  expect(Math.abs((lecture.durationMs ?? 0) - roughlyMs)).toBeLessThan(60);
  const { pathname } = new URL(lecture.audio?.address ?? '');
  const played = await app.http.inject({ url: pathname });
  expect([played.statusCode, played.headers['content-type']]).toEqual([200, contentType]);
  expect(played.rawPayload.equals(Buffer.from((await mediaPart(file)).bytes))).toBe(true);
  expect(JSON.stringify(await watch(await aSubscriber(app)))).toContain('/audio.');
});

test.each([
  ['audio', 'not-a-video.mp4', 'not_audio'],
  ['pdf', 'not-a-video.mp4', 'not_a_pdf'],
  ['video', 'not-a-video.mp4', 'not_a_video'],
  ['audio', 'three-seconds.mp4', 'not_audio'],
  ['audio', 'cash-plan.pdf', 'not_audio'],
  ['pdf', 'tone.mp3', 'not_a_pdf'],
  ['video', 'tone.mp3', 'not_a_video'],
])('a lecture of kind %s refuses %s', async (kind, file, code) => {
  const { addFile } = await openSchool();
  expect((await addFile(file, { kind })).body).toMatchObject({ success: false, code });
});

const pdfOf = (bytes: string | Buffer) => ({ bytes: Buffer.from(bytes), name: 'notes.pdf', type: 'application/pdf' });

test('a PDF with lines before its header is read, and one without pages is refused with the reason', async () => {
  const { app, admin, path } = await openSchool();
  const addPdf = (bytes: string | Buffer) =>
    call(app, 'POST', `${path}/lectures`, {
      token: admin.token,
      parts: { title: 'A file', kind: 'pdf', lecture: pdfOf(bytes) },
    });
  const { bytes } = await mediaPart('cash-plan.pdf');
  const late = await addPdf(Buffer.concat([Buffer.from('\r\n@PJL ENTER LANGUAGE = PDF\r\n'), bytes]));
  expect(lectureOf(late)).toMatchObject({ kind: 'pdf', pdf: { pages: 2 } });
  const empty =
    '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF';
  expect((await addPdf(empty)).body).toMatchObject({ success: false, code: 'empty_pdf' });
});

test('a PDF has pages, is found by its words, and is done when every page was shown', async () => {
  const { app, admin, path, addFile, watch } = await openSchool();
  const lecture = lectureOf(await addFile('cash-plan.pdf', { kind: 'pdf', isSaved: 'false' }));
  expect(lecture).toMatchObject({ kind: 'pdf', durationMs: 30_000, pdf: { pages: 2, isSaved: false }, lecture: [] });
  const found = await call(app, 'GET', '/search?search=annapurna', {});
  expect(JSON.stringify(found.body)).toContain(lecture._id);
  const served = await app.http.inject({ url: new URL(lecture.pdf?.address ?? '').pathname });
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'application/pdf']);

  const reader = await aSubscriber(app);
  const read = async (ranges: [number, number][], seq: number) => {
    app.clock.advance(20_000);
    const { body } = await call(app, 'POST', `/lectures/${lecture._id}/progress`, {
      token: reader.token,
      body: beat(ranges, { seq }),
    });
    return body['progress'];
  };
  expect(await read([[0, 15_000]], 1)).toMatchObject({ watchedPercent: 50, isDone: false });
  expect(await read([[15_000, 30_000]], 2)).toMatchObject({ watchedPercent: 100, isDone: true });
  expect(Listed.parse(await watch(reader)).lectures).toMatchObject([{ progress: { isDone: true } }]);

  const changed = await call(app, 'PATCH', `${path}/lecture/${lecture._id}`, {
    token: admin.token,
    body: { isSaved: true },
  });
  expect(changed.body['lectures']).toMatchObject([{ pdf: { pages: 2, isSaved: true } }]);
});

test('a text changes with its reading time and its words', async () => {
  const { app, admin, path, add } = await openSchool();
  const { _id: id } = lectureOf(await add({ kind: 'text', title: 'Bills', text: 'A shoebox' }));
  const change = (body: object) => call(app, 'PATCH', `${path}/lecture/${id}`, { token: admin.token, body });
  const text = Array.from({ length: 600 }, () => 'ledger').join(' ');
  expect((await change({ text })).body['lectures']).toMatchObject([{ markdown: text, durationMs: 180_000 }]);
  expect(JSON.stringify((await call(app, 'GET', '/search?search=ledger', {})).body)).toContain(id);
  expect(JSON.stringify((await call(app, 'GET', '/search?search=shoebox', {})).body)).not.toContain(id);
  expect((await change({ title: 'Own bills' })).body['lectures']).toMatchObject([
    { title: 'Own bills', markdown: text },
  ]);
});

test('a text without a word is not published, in any way', async () => {
  const { app, admin, path, add } = await openSchool();
  const { _id: id } = lectureOf(await add({ kind: 'text', title: 'Bills', isDraft: true }));
  const change = (body: object) => call(app, 'PATCH', `${path}/lecture/${id}`, { token: admin.token, body });
  const refused = { status: 400, body: { message: 'Write the text of the lecture' } };
  expect(await change({ isDraft: false })).toMatchObject(refused);
  const published = await call(app, 'POST', `${path}/publish`, { token: admin.token, body: {} });
  expect(published.body['lectures']).toMatchObject([{ _id: id, isDraft: true }]);
  expect((await change({ text: 'A shoebox', isDraft: false })).body['lectures']).toMatchObject([{ isDraft: false }]);
  expect(await change({ text: ' ' })).toMatchObject(refused);
});

test('an image of a text has an address, and other images are words', async () => {
  const { app, admin, path, add, readText } = await openSchool();
  const { _id: id } = lectureOf(await add({ kind: 'text', title: 'Bills', text: 'x' }));
  const sent = await call(app, 'POST', `${path}/lectures/${id}/images`, {
    token: admin.token,
    parts: { image: await mediaPart('thumbnail.jpg') },
  });
  const name = z.string().parse(sent.body['name']);
  const text = `See ![A bill](${name}) here ![no](https://elsewhere.example/x.png) ![gone](image-0123.webp)`;
  const changed = await call(app, 'PATCH', `${path}/lecture/${id}`, { token: admin.token, body: { text } });
  expect(changed.status).toBe(200);
  const { text: blocks } = z.object({ text: RichText }).parse((await readText(id, admin)).body);
  expect(blocks).toMatchObject([
    { kind: 'paragraph', spans: [{ text: 'See ' }] },
    { kind: 'image', spans: [{ text: 'A bill', href: expect.stringContaining(`/${name}`) }] },
    { kind: 'paragraph', spans: [{ text: ' here no ' }] },
  ]);
  const shown = await app.http.inject({ url: new URL(mediaIn(blocks)[0] ?? '').pathname });
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
});

test('the link of a live class is shown to people with access from 15 minutes before its start to its end', async () => {
  const { app, courseId, admin, path, add, watch } = await openSchool();
  const startsAt = JUNE_MORNING_MS + 60 * MINUTE_MS;
  const url = 'https://meet.example/balance-sheet';
  const lecture = lectureOf(
    await add({
      kind: 'live',
      title: 'On paper',
      startsAt: at(startsAt),
      durationMinutes: 60,
      url,
      isFreePreview: true,
    }),
  );
  expect(lecture).toMatchObject({ kind: 'live', classUrl: url, durationMs: HOUR_MS, lecture: [] });
  await call(app, 'PATCH', `${path}/lecture/${lecture._id}`, { token: admin.token, body: { isFreePreview: true } });
  const learner = await aSubscriber(app);
  const linkFor = async (person: Person) => Listed.parse(await watch(person)).lectures[0]?.live?.url;
  const join = (person: Person) => call(app, 'POST', `/lectures/${lecture._id}/join`, { token: person.token });

  expect(JSON.stringify(await watch(learner))).not.toContain(url);
  expect((await join(learner)).body).toMatchObject({ code: 'class_not_open' });
  app.clock.advance(45 * MINUTE_MS - 1);
  expect(await linkFor(learner)).toBeNull();
  app.clock.advance(1);
  expect(await linkFor(learner)).toBe(url);
  expect((await call(app, 'GET', `/courses/${courseId}/preview/${lecture._id}`, {})).text).not.toContain(url);
  expect((await join(await aUser(app))).status).toBe(403);
  expect((await join(learner)).body).toMatchObject({ success: true, url });
  expect(Listed.parse(await watch(learner)).lectures).toMatchObject([{ progress: { isDone: true } }]);
  app.clock.advance(75 * MINUTE_MS);
  expect(await linkFor(learner)).toBe(url);
  app.clock.advance(1);
  expect(await linkFor(learner)).toBeNull();
});

test('a recording replaces a live class under the same address, and other kinds stay', async () => {
  const { app, admin, path, add, addFile, watch } = await openSchool();
  const url = 'https://meet.example/balance-sheet';
  const live = lectureOf(
    await add({ kind: 'live', title: 'On paper', startsAt: at(JUNE_MORNING_MS), durationMinutes: 60, url }),
  );
  const learner = await aSubscriber(app);
  const noted = await call(app, 'PUT', `/lectures/${live._id}/notes/n1`, {
    token: learner.token,
    body: { positionMs: 0, text: 'Bring bills' },
  });
  expect(noted.status).toBe(200);
  const asked = await call(app, 'POST', `${path}/lectures/${live._id}/questions`, {
    token: learner.token,
    body: { text: 'Which bills should I bring?', atMs: null },
  });
  expect(asked.status).toBe(201);
  const replace = async (id: string, file: string) =>
    call(app, 'PUT', `${path}/lecture/${id}/video`, { token: admin.token, parts: { lecture: await mediaPart(file) } });
  expect((await replace(live._id, 'tone.mp3')).body).toMatchObject({ code: 'not_a_video' });
  expect((await replace(live._id, 'three-seconds.mp4')).status).toBe(200);
  expect(Listed.parse(await watch(learner)).lectures).toMatchObject([
    { _id: live._id, kind: 'video', live: null, durationMs: 3000, lecture: [{ secure_url: expect.any(String) }] },
  ]);
  expect((await call(app, 'GET', `/lectures/${live._id}/notes`, { token: learner.token })).text).toContain(
    'Bring bills',
  );
  expect((await call(app, 'GET', `${path}/lectures/${live._id}/questions`, { token: learner.token })).text).toContain(
    'Which bills should I bring?',
  );

  const text = lectureOf(await add({ kind: 'text', title: 'Bills', text: 'x' }));
  expect((await replace(text._id, 'three-seconds.mp4')).body).toMatchObject({ code: 'kind_fixed' });
  const sound = lectureOf(await addFile('tone.mp3', { kind: 'audio' }));
  expect((await replace(sound._id, 'three-seconds.mp4')).body).toMatchObject({ code: 'not_audio' });
  const replaced = Listed.parse((await replace(sound._id, 'tone.wav')).body).lectures.at(-1);
  expect(replaced).toMatchObject({ kind: 'audio', durationMs: 3000 });
});
