// @module-tag both
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser, type Person, refundAll } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const openSchool = async (): Promise<{ app: TestApp; admin: Person }> => {
  const app = await startApp();
  onTestFinished(app.close);
  return { app, admin: await anAdmin(app, { fullName: 'Zoya Admin', email: 'zoya@school.example' }) };
};

const read = async (app: TestApp, { token }: Person, query = '') => {
  const { status, body } = await call(app, 'GET', `/admin/people?${query}`, { token });
  expect(status).toBe(200);
  return api.people.list.response.parse(body);
};

const namesOf = async (app: TestApp, admin: Person, query: string): Promise<string[]> =>
  (await read(app, admin, query)).people.map(({ fullName }) => fullName);

const act = async (app: TestApp, { token }: Person, id: string, what: string, body: object) =>
  expect((await call(app, 'POST', `/admin/people/${id}/${what}`, { token, body })).status).toBe(200);

/** One person of each state, each named after it. */
const fillSchool = async (app: TestApp, admin: Person): Promise<void> => {
  const reason = 'A test';
  const ended = await aUser(app, { fullName: 'Ended Khan' });
  await act(app, admin, ended.id, 'extend', { days: 1, reason });
  const refunded = await aSubscriber(app, { fullName: 'Refunded Rao' });
  await refundAll(app, refunded.id);
  await aSubscriber(app, { fullName: 'Active Nair' });
  const ending = await aUser(app, { fullName: 'Ending Iyer' });
  await act(app, admin, ending.id, 'extend', { days: 14, reason });
  const blocked = await aSubscriber(app, { fullName: 'Blocked Singh' });
  await act(app, admin, blocked.id, 'block', { reason });
  const revoked = await aUser(app, { fullName: 'Never Bought Das' });
  await act(app, admin, revoked.id, 'extend', { days: 5, reason });
  await act(app, admin, revoked.id, 'revoke', { reason });
  app.clock.advance(2 * DAY_MS);
};

describe('the list of people', () => {
  it('gives each person one state of access, and counts the states', async () => {
    const { app, admin } = await openSchool();
    await fillSchool(app, admin);
    const { people, counts, accounts, total } = await read(app, admin);
    expect(people.map(({ fullName, access, status }) => [fullName, access.state, status])).toEqual([
      ['Active Nair', 'active', 'active'],
      ['Blocked Singh', 'none', 'blocked'],
      ['Ended Khan', 'ended', 'expired'],
      ['Ending Iyer', 'ending', 'ending_soon'],
      ['Never Bought Das', 'none', 'never_bought'],
      ['Refunded Rao', 'none', 'refunded'],
      ['Zoya Admin', 'active', 'admin'],
    ]);
    expect([counts, accounts, total]).toEqual([
      { active: 1, ending: 1, ended: 1, none: 2 },
      { all: 7, blocked: 1, admins: 1 },
      7,
    ]);
    expect(await namesOf(app, admin, 'access=active')).toEqual(['Active Nair']);
    expect(await namesOf(app, admin, 'access=ending')).toEqual(['Ending Iyer']);
    expect(await namesOf(app, admin, 'access=ended')).toEqual(['Ended Khan']);
    expect(await namesOf(app, admin, 'access=none')).toEqual(['Never Bought Das', 'Refunded Rao']);
    expect(await namesOf(app, admin, 'account=blocked')).toEqual(['Blocked Singh']);
    expect(await namesOf(app, admin, 'account=admin')).toEqual(['Zoya Admin']);
    for (const { fullName, status } of people)
      expect(await namesOf(app, admin, `status=${status}`), status).toEqual([fullName]);
    const amounts = Object.fromEntries(people.map(({ fullName, paidInPaise }) => [fullName, paidInPaise]));
    expect(amounts).toMatchObject({ 'Active Nair': 49_900, 'Refunded Rao': 0, 'Zoya Admin': 0 });
  });

  it('is sorted by name, by when people joined, by the end of access and by what was paid', async () => {
    const { app, admin } = await openSchool();
    await fillSchool(app, admin);
    const first = async (query: string): Promise<string[]> => (await namesOf(app, admin, query)).slice(0, 3);
    expect(await first('sort=-name')).toEqual(['Zoya Admin', 'Refunded Rao', 'Never Bought Das']);
    app.clock.advance(1000);
    await aUser(app, { fullName: 'Latest Menon' });
    expect((await first('sort=-joined'))[0]).toBe('Latest Menon');
    const byEnd = ['Refunded Rao', 'Ended Khan', 'Ending Iyer'];
    expect(await first('sort=ends')).toEqual(byEnd);
    expect((await first('sort=-ends')).toSorted().slice(0, 2)).toEqual(['Active Nair', 'Blocked Singh']);
    expect(await namesOf(app, admin, 'sort=ends&limit=4&offset=4')).toEqual([
      expect.any(String),
      'Latest Menon',
      'Never Bought Das',
      'Zoya Admin',
    ]);
    expect(await namesOf(app, admin, 'sort=ends&limit=2&offset=6')).toEqual(['Never Bought Das', 'Zoya Admin']);
    expect(await namesOf(app, admin, 'sort=paid&status=never_bought')).toEqual(['Latest Menon', 'Never Bought Das']);
  });

  it('finds a name whatever its accents and the case of its letters', async () => {
    const { app, admin } = await openSchool();
    for (const fullName of ['José Álvarez', 'Élodie Durand', 'फ़ातिमा शेख़']) await aUser(app, { fullName });
    const found = (search: string) => namesOf(app, admin, `search=${encodeURIComponent(search)}`);
    expect(await found('jose alvarez')).toEqual(['José Álvarez']);
    expect(await found('ÉLODIE')).toEqual(['Élodie Durand']);
    expect(await found('फातिमा')).toEqual(['फ़ातिमा शेख़']);
  });

  it('finds a part of a name or an email, and takes no wildcard', async () => {
    const { app, admin } = await openSchool();
    await aUser(app, { fullName: 'Asha 100% Khan', email: 'asha_khan@iitb.example' });
    await aUser(app, { fullName: 'Imran Khan', email: 'imran@home.example' });
    expect(await namesOf(app, admin, 'search=KHAN')).toEqual(['Asha 100% Khan', 'Imran Khan']);
    expect(await namesOf(app, admin, 'search=iitb')).toEqual(['Asha 100% Khan']);
    expect(await namesOf(app, admin, 'search=0%25')).toEqual(['Asha 100% Khan']);
    expect(await namesOf(app, admin, 'search=a_k')).toEqual(['Asha 100% Khan']);
    expect(await namesOf(app, admin, `search=${encodeURIComponent('\\')}`)).toEqual([]);
    const found = await read(app, admin, 'search=khan&limit=1');
    expect([found.people.length, found.total, found.counts.none]).toEqual([1, 2, 2]);
  });

  it('shows the plan that gives access, and finds its people in every version', async () => {
    const { app, admin } = await openSchool();
    const { token } = admin;
    const subscriber = await aSubscriber(app, { fullName: 'Asha Khan' });
    const granted = await aUser(app, { fullName: 'Bina Das' });
    await act(app, admin, granted.id, 'extend', { days: 5, reason: 'A test' });
    const { plans } = api.plans.listAll.response.parse((await call(app, 'GET', '/admin/plans', { token })).body);
    const yearly = plans[0]?._id ?? '';
    const changed = { name: 'Yearly', term: { unit: 'year' }, refundDays: 7, priceInPaise: 59_900 };
    expect((await call(app, 'PUT', `/admin/plans/${yearly}`, { token, body: changed })).status).toBe(200);
    const other = await call(app, 'POST', '/admin/plans', { token, body: { ...changed, name: 'Another' } });
    const { _id: another } = api.plans.create.response.parse(other.body).plan;

    const { people } = await read(app, admin);
    expect(people.map(({ fullName, plan }) => [fullName, plan])).toEqual([
      ['Asha Khan', 'Yearly'],
      ['Bina Das', null],
      ['Zoya Admin', null],
    ]);
    const found = await read(app, admin, `planId=${yearly}&sort=-paid`);
    expect([found.total, found.people.map(({ _id }) => _id)]).toEqual([1, [subscriber.id]]);
    expect(await namesOf(app, admin, `planId=${yearly}&access=ended`)).toEqual([]);
    expect(await namesOf(app, admin, `planId=${yearly}&search=bina`)).toEqual([]);
    expect(await namesOf(app, admin, `planId=${another}`)).toEqual([]);
  });

  it('shows the progress of a person, and the last visit', async () => {
    const { app, admin } = await openSchool();
    const learner = await aSubscriber(app, { fullName: 'Meera Nair' });
    const courseId = await aCourse(app);
    const lectures = [
      await aLecture(app, { courseId }),
      await aLecture(app, { courseId }),
      await aLecture(app, { courseId }),
    ];
    app.clock.advance(DAY_MS);
    const { token } = learner;
    await call(app, 'PUT', `/lectures/${lectures[0]}/done`, { token, body: { isDone: true } });
    await call(app, 'GET', '/user/logout', { token });
    const { people } = await read(app, admin, 'search=meera');
    expect(people[0]).toMatchObject({ watchedPercent: 33, lastSeenAt: '2026-06-16T04:30:00.000Z' });
  });

  it('is exported as it is filtered, and no cell is a formula', async () => {
    const { app, admin } = await openSchool();
    await aUser(app, { fullName: '=HYPERLINK("https://evil.example")', email: 'evil@home.example' });
    const learner = await aUser(app, { fullName: 'Good Person', email: 'good@home.example' });
    const exported = async (query: string): Promise<string[]> => {
      const response = await app.http.inject({ url: `/api/v1/admin/people/export?${query}`, headers: admin.headers });
      expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
      return response.body.trimEnd().split('\r\n');
    };
    const [head, ...rows] = await exported('search=home.example');
    expect(head).toBe(
      '\uFEFF"Name","Email","Access","Has","Plan","Role","Access until","Paid","Watched %","Last seen","Joined","Id"',
    );
    expect(rows.map((row) => row.split(',')[0])).toEqual([`"'=HYPERLINK(""https://evil.example"")"`, '"Good Person"']);
    expect(await exported('account=admin')).toHaveLength(2);
    expect(await exported(`userIds=${learner.id},unknown`)).toHaveLength(2);
  });
});
