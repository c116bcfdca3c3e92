// @module-tag both
import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber, aUser } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

test('admins find people, courses and payments, at most five of each', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app, { fullName: 'Zoya Admin', email: 'zoya@school.example' });
  const find = async (q: string) => {
    const { body } = await call(app, 'GET', `/admin/search?q=${encodeURIComponent(q)}`, { token });
    const { people, courses, payments } = api.adminSearch.find.response.parse(body);
    return {
      people: people.map(({ fullName }) => fullName),
      courses: courses.map(({ title, isDraft }) => [title, isDraft]),
      payments: payments.map(({ userName, amountInPaise }) => [userName, amountInPaise]),
    };
  };
  const nothing = { people: [], courses: [], payments: [] };
  await aSubscriber(app, { fullName: 'Ragini Das' });
  await aUser(app, { fullName: 'Anil Ragle', email: 'anil@home.example' });
  const courseId = await aCourse(app, { title: 'Ragas', category: 'Music', description: 'Scales' });
  await call(app, 'PUT', `/courses/${courseId}/draft`, { token, body: { isDraft: true } });

  expect(await find('rag')).toEqual({
    people: ['Anil Ragle', 'Ragini Das'],
    courses: [['Ragas', true]],
    payments: [['Ragini Das', 49_900]],
  });
  expect(await find('ANIL@home')).toEqual({ ...nothing, people: ['Anil Ragle'] });
  const { provider_payment_id: paymentId } = await app.database.db
    .selectFrom('payments')
    .select('provider_payment_id')
    .executeTakeFirstOrThrow();
  expect(await find(paymentId)).toEqual({ ...nothing, people: ['Ragini Das'], payments: [['Ragini Das', 49_900]] });
  expect(await find('r')).toEqual(nothing);
  expect(await find('%%')).toEqual(nothing);

  for (let number = 1; number <= 6; number += 1) {
    await aUser(app, { fullName: `Rag ${number}` });
    await aCourse(app, { title: `Ragas ${number}` });
  }
  const { people, courses } = await find('rag');
  expect([people.length, courses.length]).toEqual([5, 5]);
});
