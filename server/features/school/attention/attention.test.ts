// @module-tag both
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser } from '#test/factories.ts';
import { answered, asked, aTalk } from '#test/questions.ts';
import { startApp } from '#test/start-app.ts';

test('what needs attention is listed worst first, those of one kind together, at most five', async () => {
  await using app = await startApp();
  const { db } = app.database;
  const admin = await anAdmin(app);
  const list = async () => {
    const { body } = await call(app, 'GET', '/admin/attention', { token: admin.token });
    return { items: body['items'], total: body['total'] };
  };
  expect(await list()).toEqual({ items: [], total: 0 });

  const standings = ['unmatched', 'unmatched', 'wrong_amount', 'duplicate', 'refund_failed'] as const;
  for (const standing of standings) {
    const { id } = await aSubscriber(app);
    await db.updateTable('payments').set({ standing }).where('user_id', '=', id).execute();
    app.clock.advance(DAY_MS);
  }
  const lectureId = await aLecture(app, { courseId: await aCourse(app) });
  await db.updateTable('video_work').set({ state: 'failed' }).where('lecture_id', '=', lectureId).execute();
  const job = { id: 'j1', name: 'mail.send', payload: '{}', state: 'failed' as const };
  await db
    .insertInto('jobs')
    .values({ ...job, run_at: 0, attempts: 12, created_at: 0, finished_at: app.clock.now() })
    .execute();

  const message = { name: 'Ravi', email: 'ravi@home.example', message: 'Is it in Hindi?' };
  await call(app, 'POST', '/contact', { body: message });

  const payment = {
    count: 1,
    amountInPaise: 49_900,
    names: ['Meera Nair'],
    people: 1,
    paymentId: expect.stringMatching(/^pay_/),
  };
  expect(await list()).toEqual({
    items: [
      { kind: 'refund_failed', level: 'error', ...payment, since: '2026-06-19T04:30:00.000Z' },
      {
        kind: 'jobs',
        level: 'error',
        count: 1,
        amountInPaise: null,
        since: null,
        names: [],
        people: 0,
        paymentId: null,
      },
      { kind: 'duplicate', level: 'warning', ...payment, since: '2026-06-18T04:30:00.000Z' },
      {
        kind: 'unmatched',
        level: 'warning',
        count: 2,
        amountInPaise: 99_800,
        since: '2026-06-15T04:30:00.000Z',
        names: ['Meera Nair'],
        people: 1,
        paymentId: null,
      },
      { kind: 'wrong_amount', level: 'warning', ...payment, since: '2026-06-17T04:30:00.000Z' },
    ],
    total: 7,
  });
});

test('a backup that is overdue comes first', async () => {
  await using app = await startApp({ BACKUP_TO: '/tmp/nowhere/' });
  const admin = await anAdmin(app);
  expect((await call(app, 'GET', '/admin/attention', { token: admin.token })).body['items']).toMatchObject([
    { kind: 'backup', level: 'error', since: null },
  ]);
});

test('what a proxy in front does wrong at the present address is one item', async () => {
  await using app = await startApp({ PUBLIC_URL: 'https://school.example' });
  const { token } = await anAdmin(app);
  const found = async (address: string): Promise<unknown> => {
    const value = JSON.stringify({ address, problems: ['host', 'cut'] });
    await app.database.db.deleteFrom('settings').where('name', '=', 'proxy_problems').execute();
    await app.database.db.insertInto('settings').values({ name: 'proxy_problems', value, updated_at: 0 }).execute();
    return (await call(app, 'GET', '/admin/attention', { token })).body['items'];
  };
  expect(await found('https://before.example')).toEqual([]);
  expect(await found('https://school.example')).toMatchObject([{ kind: 'proxy', level: 'warning', count: 2 }]);
});

test('the panel lists questions without an answer, and people who lose their last access soon', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const talk = await aTalk(app);
  const { _id: questionId } = await asked(app, talk.meera, talk);
  const { token } = admin;
  const items = async () => (await call(app, 'GET', '/admin/attention', { token })).body['items'];
  expect(await items()).toMatchObject([{ kind: 'questions', level: 'info', count: 1, since: expect.any(String) }]);
  const others = { reviews: true, notices: true, podcasts: false };
  const switched = async (questions: boolean) => {
    const sent = await call(app, 'PUT', '/admin/settings/community', { token, body: { ...others, questions } });
    expect(sent.status).toBe(200);
    return items();
  };
  expect(await switched(false)).toEqual([]);
  expect(await switched(true)).toMatchObject([{ kind: 'questions', count: 1 }]);
  await answered(app, talk.teacher, questionId);
  expect(await items()).toEqual([]);
  await app.database.db.updateTable('users').set({ full_name: 'अर्जुन राव' }).where('id', '=', talk.arjun.id).execute();
  const bina = await aSubscriber(app, { fullName: 'Bina Shah' });
  for (const [index, person] of [talk.arjun, talk.meera, talk.arjun, bina].entries())
    await asked(app, person, talk, { text: `Why is this? ${index}` });
  for (const name of ['Zoya', 'Ravi', 'Ravi']) {
    app.clock.advance(1000);
    await call(app, 'POST', '/contact', { body: { name, email: `${name}@home.example`, message: 'In Hindi?' } });
  }
  expect(await items()).toMatchObject([
    { kind: 'questions', count: 4, people: 3, names: ['अर्जुन राव', 'Meera Nair'] },
    { kind: 'inbox', count: 3, people: 2, names: ['Zoya', 'Ravi'], since: expect.any(String) },
  ]);
  await app.database.db.updateTable('contact_messages').set({ done_at: 1 }).execute();
  await app.database.db.updateTable('lecture_questions').set({ answered_at: 1 }).execute();
  const body = { untilDay: '2026-07-01', reason: 'A test', courseId: talk.courseId };
  const person = await aUser(app);
  expect((await call(app, 'POST', `/admin/people/${person.id}/grant`, { token, body })).status).toBe(200);
  expect(await items()).toMatchObject([{ kind: 'ending', count: 1, names: ['Meera Nair'] }]);
});
