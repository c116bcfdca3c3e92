// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AUGUST, JULY, openBatchSchool as openSchool } from '#test/batch-school.ts';
import { aHolder, aLaterSession, aLecture, aUser, type Person } from '#test/factories.ts';

const Link = z.looseObject({ code: z.string() });

test('a link takes in as many as it may, opens the course if it says so, and says why it does not', async () => {
  const { app, admin, teacher, courseId, base, ask, addBatch, codeOf, lockOf } = await openSchool();
  await aLecture(app, { courseId, title: 'Beds' });
  const batchId = await addBatch({ ...JULY, places: null });
  const setCode = async (body: object) =>
    z
      .object({ code: z.object({ code: z.string(), used: z.int() }).nullable() })
      .parse((await ask(admin, 'PUT', `${base}/${batchId}/code`, body)).body).code;
  const { code = '' } = (await setCode({ isOn: true, limit: 1 })) ?? {};
  const [holder, stranger] = [await aHolder(app, courseId), await aUser(app)];
  const view = async (of = code) => (await ask(undefined, 'GET', `/batches/join/${of}`)).body;
  const join = (person: Person, of = code) => ask(person, 'POST', `/batches/join/${of}`);
  expect(await view()).toMatchObject({ batch: { name: 'July' }, course: { _id: courseId }, problem: null });
  expect(await codeOf(join(stranger))).toBe('not_entitled');
  expect(await codeOf(join(stranger, 'wrong'))).toBe('batch_code_not_found');
  expect((await join(holder)).status).toBe(200);
  expect((await join(holder)).status).toBe(200);
  expect(await view()).toMatchObject({ problem: 'used_up' });
  expect(await codeOf(join(stranger))).toBe('batch_code_over');
  expect(await setCode({ isOn: true, limit: 5, opensUntil: '2026-07-31' })).toMatchObject({ code, used: 1 });
  expect((await join(stranger)).status).toBe(200);
  app.clock.set(Date.parse('2026-07-01T04:30:00Z'));
  expect(await lockOf(stranger)).toBeNull();
  app.clock.set(Date.parse('2026-07-31T18:30:00Z'));
  const later = await aLaterSession(app, stranger);
  expect(await codeOf(ask(later, 'GET', `/courses/${courseId}`))).toBe('not_entitled');
  expect(await view()).toMatchObject({ problem: 'closed' });
  await ask(await aLaterSession(app, teacher), 'PUT', `${base}/${batchId}/code`, { isOn: false });
  expect(await codeOf(ask(undefined, 'GET', `/batches/join/${code}`))).toBe('batch_code_not_found');
});

test('only an admin gives the course away by a link, which the history names; who is removed has it no more', async () => {
  const { app, admin, teacher, courseId, base, ask, addBatch, codeOf, aScholar } = await openSchool();
  const batchId = await addBatch({ ...JULY, places: null });
  const path = `${base}/${batchId}`;
  const opening = { isOn: true, opensUntil: '2099-01-01' };
  expect(await codeOf(ask(teacher, 'PUT', `${path}/code`, opening))).toBe('forbidden');
  expect((await ask(teacher, 'PUT', `${path}/code`, { isOn: true })).status).toBe(200);
  const { code } = z.object({ code: Link }).parse((await ask(admin, 'PUT', `${path}/code`, opening)).body);
  const [stranger, scholar] = [await aUser(app), await aScholar()];
  const join = (person: Person) => ask(person, 'POST', `/batches/join/${code.code}`);
  expect([(await join(stranger)).status, (await join(scholar)).status]).toEqual([200, 200]);
  const changed = app.database.db.selectFrom('access_changes').select('changed_by').where('user_id', '=', stranger.id);
  expect(await changed.execute()).toEqual([{ changed_by: admin.id }]);
  const seen = async (person: Person) => (await ask(person, 'GET', `/courses/${courseId}`)).status;
  expect([await seen(stranger), await seen(scholar)]).toEqual([200, 200]);
  for (const { id } of [stranger, scholar])
    expect((await ask(teacher, 'POST', `${path}/members/${id}/remove`, {})).status).toBe(200);
  expect([await seen(stranger), await seen(scholar)]).toEqual([403, 200]);
  const again = {
    code: 'batch_code_over',
    message: 'The school removed you from this batch. Ask it to add you again.',
  };
  expect([(await join(stranger)).body, (await join(scholar)).body]).toMatchObject([again, again]);
});

test('removal takes what the link gave with the membership that was moved here, and no other, which its dialog says', async () => {
  const { app, admin, teacher, base, ask, addBatch, join, courseId } = await openSchool();
  const autumn = { startsOn: '2026-09-01', endsOn: '2026-09-30', joinUntil: '2026-09-30', places: null };
  const july = await addBatch({ ...JULY, places: null });
  const august = await addBatch({ ...AUGUST, places: null });
  const september = await addBatch({ ...autumn, name: 'September' });
  const opening = { isOn: true, opensUntil: '2026-12-31' };
  const { code } = z.object({ code: Link }).parse((await ask(admin, 'PUT', `${base}/${july}/code`, opening)).body);
  const [meera, ravi, before] = [await aUser(app), await aUser(app), await aUser(app)];
  for (const person of [meera, ravi, before]) await ask(person, 'POST', `/batches/join/${code.code}`);
  // As links opened courses before what they gave was named after its membership.
  await app.database.db.updateTable('access_changes').set({ id: 'older' }).where('user_id', '=', before.id).execute();
  const members = async (batchId: string, person = teacher) => {
    const { body } = await ask(person, 'GET', `${base}/${batchId}/members`);
    const listed = z.array(z.object({ _id: z.string(), closesCourse: z.boolean() })).parse(body['members']);
    return Object.fromEntries(listed.map(({ _id, closesCourse }) => [_id, closesCourse]));
  };
  const of = (batchId: string, { id }: Person) => `${base}/${batchId}/members/${id}`;
  await ask(teacher, 'POST', `${of(july, meera)}/move`, { toBatchId: august });
  expect(await members(july)).toEqual({ [ravi.id]: true, [before.id]: false });
  expect(await members(august)).toEqual({ [meera.id]: true });
  const seen = async (person: Person) =>
    (await ask(await aLaterSession(app, person), 'GET', `/courses/${courseId}`)).status;
  await ask(teacher, 'POST', `${of(august, meera)}/remove`, {});
  expect(await seen(meera)).toBe(403);
  app.clock.set(Date.parse('2026-08-01T04:30:00Z'));
  const boss = await aLaterSession(app, teacher);
  await join(await aLaterSession(app, ravi), september);
  expect(await members(september, boss)).toEqual({ [ravi.id]: false });
  await ask(boss, 'POST', `${of(september, ravi)}/remove`, {});
  await ask(boss, 'POST', `${of(july, before)}/remove`, {});
  expect([await seen(ravi), await seen(before)]).toEqual([200, 200]);
});

test('what a link opens that was set before its setters were kept, the school gave', async () => {
  const { app, admin, courseId, base, ask, addBatch } = await openSchool();
  const path = `${base}/${await addBatch({ ...JULY, places: null })}/code`;
  const opening = { isOn: true, opensUntil: '2026-12-31' };
  const { code } = z.object({ code: Link }).parse((await ask(admin, 'PUT', path, opening)).body);
  await app.database.db.updateTable('batches').set({ code_set_by: null }).execute();
  const meera = await aUser(app);
  expect((await ask(meera, 'POST', `/batches/join/${code.code}`)).status).toBe(200);
  expect((await ask(meera, 'GET', `/courses/${courseId}`)).status).toBe(200);
  const { body } = await ask(admin, 'GET', `/admin/people/${meera.id}`);
  expect(body).toMatchObject({ detail: { access: { manualChanges: [{ kind: 'grant', changedBy: 'the school' }] } } });
  const granted = app.database.db.selectFrom('audit_entries').where('kind', '=', 'access_granted');
  const entries = await granted.where('user_id', '=', meera.id).select(['actor_kind', 'actor_id']).execute();
  expect(entries).toEqual([{ actor_kind: 'system', actor_id: null }]);
});
