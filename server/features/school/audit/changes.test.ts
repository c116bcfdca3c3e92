// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { EmailText } from '#contract/school/email-texts.ts';
import { expectEvents, idIn, lastEvent, send, shownEvent } from '#test/audit-events.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aUser } from '#test/factories.ts';
import { asked } from '#test/questions.ts';
import { aQuiz, oneOfThree } from '#test/quizzes.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  return { app, admin: await anAdmin(app, { fullName: 'Asha Rao' }) };
};

test('a change of plans and coupons says what they were before', async () => {
  const { app, admin } = await openSchool();
  const courseId = await aCourse(app, { title: 'Pottery' });
  const term = { unit: 'year', count: 1 };
  const plan = {
    name: 'Pottery, one year',
    priceInPaise: 19_900,
    term,
    refundDays: 7,
    opens: { courseIds: [courseId] },
  };
  const created = await send(app, admin, 'POST /admin/plans', plan);
  expect(shownEvent(await lastEvent(app, admin))).toEqual([
    'Created a plan: Pottery, one year',
    [
      'name: Pottery, one year',
      'isVisible: true',
      'priceInPaise: 19900',
      'termUnit: year',
      'termCount: 1',
      'isRenewing: false',
      'refundDays: 7',
      'opens: courses',
      'courses: Pottery',
    ],
  ]);
  const planId = idIn(created.body, 'plan');
  const coupon = { code: 'DIWALI', percentOff: 10, endsAt: '2026-12-31T00:00:00.000Z' };
  const couponId = idIn((await send(app, admin, 'POST /admin/coupons', coupon)).body, 'coupon');
  expect(shownEvent(await lastEvent(app, admin))).toEqual([
    'Created a coupon: DIWALI',
    ['coupon: DIWALI', 'percentOff: 10', 'endsAt: 2026-12-31T00:00:00.000Z', 'isFirstPurchaseOnly: false'],
  ]);
  const changedPlan = { ...plan, name: 'Pottery', priceInPaise: 29_900, isVisible: false };
  const changedCoupon = { code: 'DIWALI', amountOffInPaise: 5000, planId, isFirstPurchaseOnly: true };
  await expectEvents(app, admin, [
    [
      `PUT /admin/plans/${planId}`,
      changedPlan,
      'Changed a plan: Pottery, one year',
      ['name: Pottery, one year → Pottery', 'isVisible: true → false', 'priceInPaise: 19900 → 29900'],
    ],
    [
      `PUT /admin/coupons/${couponId}`,
      changedCoupon,
      'Changed a coupon: DIWALI',
      [
        'percentOff: 10 → ',
        'amountOffInPaise:  → 5000',
        'endsAt: 2026-12-31T00:00:00.000Z → ',
        'isFirstPurchaseOnly: false → true',
        'plan:  → Pottery',
      ],
    ],
    [
      `DELETE /admin/plans/${planId}`,
      undefined,
      'Stopped selling a plan: Pottery',
      [
        'priceInPaise: 29900 → gone',
        'termUnit: year → gone',
        'termCount: 1 → gone',
        'refundDays: 7 → gone',
        'isVisible: false → gone',
      ],
    ],
  ]);
});

test('a change of people, roles and access says what they were before', async () => {
  const { app, admin } = await openSchool();
  const courseId = await aCourse(app, { title: 'Pottery' });
  const person = await aUser(app, { fullName: 'Ravi Das', email: 'ravi@school.example' });
  const path = `/admin/people/${person.id}`;
  const people = `/admin/courses/${courseId}/people`;
  const [december, january] = ['2026-12-31T18:29:59.999Z', '2027-01-31T18:29:59.999Z'];
  await expectEvents(app, admin, [
    [`PUT ${path}/role`, { role: 'ADMIN' }, 'Changed a role', ['role: USER → ADMIN']],
    [`PUT ${path}/role`, { role: 'USER' }, 'Changed a role', ['role: ADMIN → USER']],
    [
      `POST ${path}/grant`,
      { untilDay: '2026-12-31', reason: 'Won it' },
      'Granted access',
      [`until:  → ${december}`, 'reason: Won it'],
    ],
    [
      `POST ${path}/extend`,
      { days: 31, reason: 'Was ill' },
      'Extended access',
      [`until: ${december} → ${january}`, 'reason: Was ill'],
    ],
    [
      `POST ${path}/revoke`,
      { reason: 'Asked for it' },
      'Revoked access',
      [`until: ${january} → `, 'reason: Asked for it'],
    ],
    [`PUT ${path}/note`, { text: 'Prefers Hindi' }, 'Changed a note about a person', ['characters: 0 → 13']],
    [
      `POST ${people}`,
      { email: 'ravi@school.example', role: 'teacher' },
      'Changed the people of a course: ravi@school.example',
      ['role:  → teacher'],
    ],
    [
      `POST ${people}`,
      { email: 'ravi@school.example', role: 'assistant' },
      'Changed the people of a course: ravi@school.example',
      ['role: teacher → assistant'],
    ],
    [`DELETE ${people}/${person.id}`, undefined, 'Changed the people of a course', ['role: assistant → gone']],
    [
      `POST ${path}/block`,
      { reason: 'Shares the password' },
      'Blocked an account',
      ['isBlocked: false → true', 'reason: Shares the password'],
    ],
    [`POST ${path}/unblock`, undefined, 'Unblocked an account', ['isBlocked: true → false']],
  ]);
});

test('a change of courses and lectures says what they were before', async () => {
  const { app, admin } = await openSchool();
  const courseId = await aCourse(app, { title: 'Pottery', createdBy: 'Ila Rao' });
  const ids: string[] = [];
  for (const title of ['Clay', 'Water', 'Fire', 'Air']) ids.push(await aLecture(app, { courseId, title }));
  const [clay = '', water = '', fire = '', air = ''] = ids;
  const path = `/courses/${courseId}`;
  const lecture = `${path}/lecture/${fire}`;
  await expectEvents(app, admin, [
    [`PUT ${path}/draft`, { isDraft: true }, 'Published or unpublished parts of a course', ['isDraft: false → true']],
    [
      `PUT ${path}/order`,
      { lectureIds: [clay, fire, water, air] },
      'Changed a course',
      ['order: Water, Fire → Fire, Water'],
    ],
    [
      `PUT ${path}/outline`,
      { lectureIds: [clay], sections: [{ title: 'Heat', lectureIds: [fire, water, air] }] },
      'Changed a course',
      ['order:  → Heat:'],
    ],
    [
      `PATCH ${lecture}`,
      { title: 'Flame', isFreePreview: true, isDraft: true },
      'Changed a lecture: Fire',
      ['title: Fire → Flame', 'isFreePreview: false → true', 'isDraft: false → true'],
    ],
    [
      `POST ${path}/lectures/publish`,
      { lectureIds: [fire, water] },
      'Published or unpublished parts of a course',
      ['published: Flame'],
    ],
    [
      `DELETE ${lecture}`,
      undefined,
      'Changed a lecture: Flame',
      ['title: Flame → gone', 'kind: video → gone', 'isDraft: false → gone'],
    ],
    [`POST ${lecture}/restore`, undefined, 'Changed a lecture: Flame', ['title: Flame']],
    [
      `PUT ${path}/certificate-rules`,
      {
        rule: { isOn: true, coveragePercent: 80, needsQuizzes: true, validMonths: null },
        design: { statement: 'has learned', signatory: 'Ila Rao', signatoryTitle: '' },
      },
      'Changed the rules of certificates',
      [
        'isOn: false → true',
        'coveragePercent: 90 → 80',
        'statement: watched and completed → has learned',
        'signatory:  → Ila Rao',
      ],
    ],
    [
      `DELETE ${path}`,
      undefined,
      'Deleted a course',
      ['title: Pottery → gone', 'createdBy: Ila Rao → gone', 'category: Science → gone', 'isDraft: true → gone'],
    ],
  ]);
});

test('a change of texts, live classes, captions and files of lectures says what they were before', async () => {
  const { app, admin } = await openSchool();
  const courseId = await aCourse(app);
  const add = async (body: object): Promise<string> =>
    idIn((await send(app, admin, `POST /courses/${courseId}/lectures`, body)).body, 'lecture');
  const textId = await add({ kind: 'text', title: 'Prices', text: 'Two rupees.' });
  const live = { startsAt: '2026-12-24T10:00:00.000Z', durationMinutes: 60, url: 'https://meet.example/a' };
  const classId = await add({ kind: 'live', title: 'Questions', ...live });
  const lecture = `/courses/${courseId}/lecture/${textId}`;
  await expectEvents(app, admin, [
    [`PATCH ${lecture}`, { text: 'Three rupees.' }, 'Changed a lecture: Prices', ['text: Two rupees. → Three rupees.']],
    [
      `PATCH /courses/${courseId}/lecture/${classId}`,
      { ...live, startsAt: '2026-12-25T16:00:00.000+05:30' },
      'Changed a lecture: Questions',
      ['startsAt: 2026-12-24T10:00:00.000Z → 2026-12-25T10:30:00.000Z'],
    ],
  ]);
  const { token } = admin;
  const captionChange = async (method: 'PUT' | 'POST' | 'DELETE', path: string, parts?: Parameters<typeof call>[3]) => {
    app.clock.advance(1000);
    const { status } = await call(app, method, path, { token, ...parts });
    expect(status).toBe(200);
    return shownEvent(await lastEvent(app, admin))[1];
  };
  const file = { name: 'a.vtt', type: 'text/vtt', bytes: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n') };
  const captions = `${lecture}/captions/en`;
  expect([
    await captionChange('PUT', captions, { parts: { label: 'English', captions: file } }),
    await captionChange('PUT', captions, { parts: { label: 'English (India)', captions: file } }),
    await captionChange('DELETE', captions),
  ]).toEqual([['captions:  → English'], ['captions: English → English (India)'], ['captions: English (India) → gone']]);
});

test('a change of quizzes, questions, reviews and announcements says what they were before', async () => {
  const { app, admin } = await openSchool();
  const quiz = await aQuiz(app, { settings: { passPercent: 70 } });
  const { _id: questionId } = await asked(app, quiz.meera, { courseId: quiz.courseId, lectureId: quiz.videoId });
  const draft = { title: 'Holidays', body: 'We are closed.', audience: {} };
  const announcementId = idIn((await send(app, admin, 'POST /announcements', draft)).body, 'announcement');
  const name = 'Profit or cash?';
  const [first = '', second = ''] = quiz.questionIds;
  await expectEvents(app, admin, [
    [
      `PUT ${quiz.path}/quiz/settings`,
      { passPercent: 80, maxAttempts: 3 },
      `Changed a quiz: ${name}`,
      ['passPercent: 70 → 80', 'maxAttempts:  → 3'],
    ],
    [
      `POST ${quiz.path}/quiz/questions`,
      { question: oneOfThree('Third?') },
      `Changed a quiz: ${name}`,
      ['questions: 2 → 3'],
    ],
    [
      `PUT ${quiz.path}/quiz/questions/${first}`,
      { question: { ...oneOfThree('First?'), points: 2 }, policy: 'leave' },
      `Changed a quiz: ${name}`,
      ['version: 1 → 2', 'points: 1 → 2'],
    ],
    [`DELETE ${quiz.path}/quiz/questions/${second}`, undefined, `Changed a quiz: ${name}`, ['questions: 3 → 2']],
    [
      `PUT /questions/${questionId}/moderation`,
      { isHidden: true, reason: 'Spam' },
      'Moderated a question',
      ['standing: shown → hidden', 'reason:  → Spam'],
    ],
    [
      `PUT /announcements/${announcementId}`,
      { ...draft, title: 'Diwali', audience: { courseId: quiz.courseId } },
      'Changed an announcement: Holidays',
      ['title: Holidays → Diwali'],
    ],
    [
      `DELETE /announcements/${announcementId}`,
      undefined,
      'Changed an announcement: Diwali',
      ['title: Diwali → gone', 'body: We are closed. → gone', 'state: draft → gone'],
    ],
  ]);
});

test('a change of pages, emails, teachers and keys says what they were before', async () => {
  const { app, admin } = await openSchool();
  const hook = { url: 'https://school.example/hook', events: ['purchase', 'refund'] };
  const webhookId = idIn((await send(app, admin, 'POST /admin/webhooks', hook)).body, 'webhook');
  const key = { name: 'Our CRM', scopes: ['people:read', 'audit:read'] };
  const keyId = idIn((await send(app, admin, 'POST /admin/api-keys', key)).body, 'apiKey');
  const block = { kind: 'text', id: 'a1', isHidden: false, title: 'Hello', body: 'Welcome.' };
  const { emailTexts } = (await call(app, 'GET', '/admin/settings/email-texts', admin)).body;
  const receipt = z
    .array(EmailText)
    .parse(emailTexts)
    .find(({ id }) => id === 'receipt')?.standard;
  const page = { title: 'Refunds', body: 'Seven days.' };
  await send(app, admin, 'PUT /admin/pages/refund', page);
  await expectEvents(app, admin, [
    ['PUT /admin/pages/refund', { ...page, body: 'Ten days.' }, 'Changed a page: refund', ['characters: 11 → 9']],
    ['POST /admin/pages/refund/publish', {}, 'Changed a page: refund', ['version:  → 1']],
    [
      'PUT /admin/settings/email-texts/receipt',
      { ...receipt, subject: 'Thank you' },
      'Changed settings: Receipt',
      [`subject: ${receipt?.subject} → Thank you`],
    ],
    [
      'PUT /admin/blocks/home',
      { blocks: [block], version: 0 },
      'Changed a page: home',
      ['version: 0 → 1', 'blocks:  → text'],
    ],
    [
      `PUT /admin/webhooks/${webhookId}`,
      { events: ['purchase'] },
      'Changed a webhook: school.example',
      ['events: purchase, refund → purchase'],
    ],
    [
      `DELETE /admin/webhooks/${webhookId}`,
      undefined,
      'Deleted a webhook: school.example',
      ['events: purchase → gone'],
    ],
    [
      `DELETE /admin/api-keys/${keyId}`,
      undefined,
      'Ended an API key: Our CRM',
      ['scopes: people:read, audit:read → gone'],
    ],
  ]);
});

test('a change that fails after its files were stored is not recorded', async () => {
  const { app, admin } = await openSchool();
  const [picture, plain] = [await mediaPart('thumbnail.jpg'), { headline: '', about: 'Potter.' }];
  const save = (parts: Parameters<typeof call>[3]) =>
    call(app, 'PUT', '/admin/teacher', { ...parts, token: admin.token });
  const failed = await save({ parts: { ...plain, name: 'Ila Rao', picture, accountEmail: 'nobody@school.example' } });
  expect(failed.body['code']).toBe('person_not_found');
  expect((await call(app, 'GET', '/admin/audit', admin)).body['total']).toBe(0);
  await save({ parts: { ...plain, name: 'Ila Rao', picture } });
  expect(shownEvent(await lastEvent(app, admin))).toEqual([
    'Changed a teacher’s page: Ila Rao',
    ['about:  → Potter.', 'hasPicture: false → true'],
  ]);
});

test('no secret is in the audit', async () => {
  const { app, admin } = await openSchool();
  const { token } = admin;
  const secrets = [
    'hidden-email-1',
    'hidden-forum-22',
    'hidden-client-33',
    'hidden-person-44',
    'hidden-path-55',
    'hidden-query-66',
  ];
  const email = { host: 'mail.school.example', port: 465, security: 'tls', user: 'asha', sender: '' };
  const forum = { address: 'https://forum.school.example', secret: secrets[1] };
  await send(app, admin, 'PUT /admin/settings/email', { ...email, password: secrets[0] });
  await send(app, admin, 'PUT /admin/settings/forum', forum);
  const hook = { url: 'https://school.example/hidden-path-55?key=hidden-query-66', events: ['purchase'] };
  const made = await send(app, admin, 'POST /admin/webhooks', hook);
  const webhookId = idIn(made.body, 'webhook');
  const rotated = await send(app, admin, `POST /admin/webhooks/${webhookId}/secret`);
  await send(app, admin, `DELETE /admin/webhooks/${webhookId}`);
  const key = await send(app, admin, 'POST /admin/api-keys', { name: 'CRM', scopes: ['people:read'] });
  await send(app, admin, `DELETE /admin/api-keys/${idIn(key.body, 'apiKey')}`);
  secrets.push(...[made, rotated, key].map(({ body }) => z.string().parse(body['secret'])), token);
  const stored = JSON.stringify(await app.database.db.selectFrom('audit_entries').selectAll().execute());
  expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
  const hashes = await app.database.db.selectFrom('api_keys').select('secret_hash').execute();
  expect(hashes.filter((row) => stored.includes(row.secret_hash))).toEqual([]);
});
