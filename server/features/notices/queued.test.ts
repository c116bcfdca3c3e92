import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import type { NoticeContent } from '#contract/notices/notice-kinds.ts';
import { AN_ANSWER, openSchool } from '#test/notices.ts';

const ENDING: NoticeContent = {
  kind: 'access_ending',
  days: 7,
  endsAt: '2026-06-22T04:30:00.000Z',
  course: null,
  isForYear: true,
};
const NEW_COURSE: NoticeContent = { kind: 'new_course', courseId: 'course2', courseTitle: 'Monsoon' };

type School = Awaited<ReturnType<typeof openSchool>>;

const subjects = async ({ emails }: School) => (await emails()).map(({ headers }) => headers.get('subject'));
const inDaily = { kind: 'answer', channel: 'email', cadence: 'daily' };
const block = ({ app, meera }: School) =>
  app.database.db.updateTable('users').set({ blocked_at: app.clock.now() }).where('id', '=', meera.id).execute();
const states = async ({ deliveries }: School) =>
  (await deliveries()).map(({ state, problem }) => `${state} ${problem}`.trim()).toSorted();

test('a person who is blocked while notices wait gets those about the account alone', async () => {
  const school = await openSchool();
  await school.notify('answer:1', AN_ANSWER);
  await school.notify('ending:1', ENDING);
  await block(school);
  expect(await subjects(school)).toEqual(['7 days left: your access ends on 22 June 2026']);
  expect(await states(school)).toEqual(['suppressed', 'suppressed no mail server']);
});

test('a person who is blocked before a digest leaves gets none', async () => {
  const school = await openSchool();
  await school.save({ choices: [inDaily] });
  await school.notify('answer:1', AN_ANSWER);
  await block(school);
  school.app.clock.advance(2 * DAY_MS);
  expect(await subjects(school)).toEqual([]);
  expect(await states(school)).toEqual(['suppressed']);
});

test('a notice that waits is not sent after the school switched notices off, or its kind', async () => {
  for (const off of [{ notices: false }, { questions: false }]) {
    const school = await openSchool();
    const { app } = school;
    await school.notify('answer:1', AN_ANSWER);
    await app.database.transaction((tx) =>
      app.settings.change(tx, 'community', {
        questions: true,
        reviews: true,
        notices: true,
        podcasts: false,
        ...off,
      }),
    );
    expect([off, await subjects(school)]).toEqual([off, []]);
    expect(await states(school)).toEqual(['suppressed']);
  }
});

test('stopping digests stops what comes daily or weekly, and nothing that comes at once', async () => {
  const school = await openSchool();
  const { app, meera } = school;
  const optOut = { user_id: meera.id, topic: 'digest', at: app.clock.now() };
  await app.database.db.insertInto('notice_opt_outs').values(optOut).execute();
  await school.notify('answer:1', AN_ANSWER);
  await school.notify('course:2', NEW_COURSE);
  app.clock.advance(8 * DAY_MS);
  expect(await subjects(school)).toEqual(['Nandini Kulkarni answered your question']);
});

test('what is stored for a kind that cannot be chosen counts for nothing', async () => {
  const school = await openSchool();
  const { app, meera } = school;
  const choice = { user_id: meera.id, kind: 'access_ending', channel: 'email', cadence: 'off' } as const;
  await app.database.db.insertInto('notice_choices').values(choice).execute();
  const optOut = { user_id: meera.id, topic: 'access_ending', at: app.clock.now() };
  await app.database.db.insertInto('notice_opt_outs').values(optOut).execute();
  await school.notify('ending:1', ENDING);
  expect(await subjects(school)).toEqual(['7 days left: your access ends on 22 June 2026']);
});

test('a digest that is sent late brings what was due, and leaves the rest to the next one', async () => {
  const school = await openSchool();
  const { app } = school;
  await school.save({ choices: [inDaily], quietHours: null, dailyHour: 18 });
  await school.notify('answer:1', { ...AN_ANSWER, text: 'Due today.' });
  // The jobs stand still over six in the evening.
  app.clock.advance(10 * HOUR_MS);
  await school.notify('answer:2', { ...AN_ANSWER, text: 'Due tomorrow.' });
  const [today, ...others] = await school.emails();
  expect(others).toEqual([]);
  expect(today?.text).toContain('Due today.');
  expect(today?.text).not.toContain('Due tomorrow.');
  app.clock.advance(DAY_MS);
  const [, tomorrow] = await school.emails();
  expect(tomorrow?.text).toContain('Due tomorrow.');
});
