// @module-tag both
import { expect, test } from 'vitest';
import { noticeExamples } from '#server/features/notices/channels/email/examples.ts';
import { type NoticeContent, noticeText } from '#contract/notices/notice-kinds.ts';
import { createWriter, say } from '#contract/languages/say.ts';
import { availableLanguages, languageOf } from '#server/languages.ts';
import { createOwnWords } from '#server/own-words.ts';
import { aUser } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { findSubject, takeOutOfSubjects } from './personal-data.queries.ts';
import { eraseRows } from './rows.ts';

const writers = availableLanguages().map(({ code }) =>
  createWriter(languageOf(code), { money: String, date: String, time: String }),
);

/** The subjects of stored emails after a person with this name left. */
const subjectsAfter = async (app: TestApp, fullName: string, subjects: readonly string[]): Promise<string[]> => {
  const { db } = app.database;
  const { id } = await aUser(app, { fullName });
  await db.deleteFrom('sent_emails').execute();
  for (const [index, subject] of subjects.entries())
    await db
      .insertInto('sent_emails')
      .values({ id: String(index).padStart(3, '0'), address: 'teacher@school.example', subject, sent_at: 1 })
      .execute();
  const subject = await findSubject(db, id);
  const school = await createOwnWords(app.database).read();
  if (subject) await app.database.transaction((tx) => takeOutOfSubjects(tx, subject, school));
  return (await db.selectFrom('sent_emails').select('subject').orderBy('id').execute()).map((row) => row.subject);
};

const NAMES = ['Refund', 'Your', 'receipt', '100%_', 'सीमा देवी', '李 雷', 'O’Neil (Ash)', '👩‍🏫 Ada'];

test.each(NAMES)('a person called %s leaves the subjects of other emails as they are', async (name) => {
  await using app = await startApp();
  const others = [
    `${name} of ₹499 for you`,
    `Your ${name} from Lectern: ₹499`,
    name,
    `New in ${name}: ${name} asked a question twice`,
    'Meera Nair asked a question',
  ];
  const own = [
    `${name} asked a question`,
    `${name} gave ${name} 5 stars`,
    `Message from ${name}`,
    `${name} has a gift for you`,
  ];
  const left = 'Deleted account';
  expect(await subjectsAfter(app, name, [...others, ...own])).toEqual([
    ...others,
    `${left} asked a question`,
    `${left} gave ${name} 5 stars`,
    `Message from ${left}`,
    `${left} has a gift for you`,
  ]);
});

test('every notice with a name in its title is without it afterwards, in every language', async () => {
  await using app = await startApp();
  const fullName = 'Wilhelmina Ó Briain';
  const titles = noticeExamples
    .flatMap((content): NoticeContent[] =>
      content.kind === 'review' ? [1, 2, 3, 4, 5].map((stars) => ({ ...content, stars })) : [content],
    )
    .flatMap((content) => ('byName' in content ? [noticeText({ ...content, byName: fullName }).title] : []))
    .concat(say('{giver} has a gift for you', { giver: fullName }), say('Message from {name}', { name: fullName }))
    .flatMap((title) => writers.map((write) => write(title)))
    .filter((title) => title.includes(fullName));
  expect(titles).toContain(`${fullName} ने आपके सवाल का जवाब दिया`);
  expect(titles.length).toBeGreaterThan(60);
  expect((await subjectsAfter(app, fullName, titles)).join('\n')).not.toContain(fullName);
});

test('while another user has the same name, it stays', async () => {
  await using app = await startApp();
  await aUser(app, { fullName: 'Meera Nair' });
  expect(await subjectsAfter(app, 'Meera Nair', ['Meera Nair asked a question'])).toEqual([
    'Meera Nair asked a question',
  ]);
});

test.each([
  ['password', { how: 'password', reason: 'The password was lost', name: 'password' }, { name: 'Deleted account' }],
  [
    'Asha Rao',
    { how: 'x', reason: 'Asha Rao asked', name: 'Asha Rao' },
    { name: 'Deleted account', reason: 'Deleted account asked' },
  ],
])('the audit of %s keeps what only looks like the name', async (fullName, detail, changed) => {
  await using app = await startApp();
  const { db } = app.database;
  const { id } = await aUser(app, { fullName });
  const nothing = {
    attempt_id: null,
    payment_id: null,
    actor_id: null,
    address: null,
    browser: null,
    course_id: null,
    before_values: null,
    after_values: null,
  };
  const about = { id: 'e', at: 1, source: '{}', kind: 'unknown', user_id: id, actor_kind: 'system', times: 1 } as const;
  const entry = { ...about, ...nothing, detail: JSON.stringify(detail) };
  await db.insertInto('audit_entries').values(entry).execute();
  const subject = await findSubject(db, id);
  if (subject) await app.database.transaction((tx) => eraseRows(tx, subject));
  const row = await db.selectFrom('audit_entries').select('detail').where('id', '=', 'e').executeTakeFirstOrThrow();
  expect(JSON.parse(row.detail)).toEqual({ ...detail, ...changed });
});
