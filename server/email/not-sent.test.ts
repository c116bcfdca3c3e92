import { expect, onTestFinished, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { openFakeSmtp } from '#test/fake-smtp.ts';
import { wholeDetail } from '#test/person-detail.ts';
import { startApp } from '#test/start-app.ts';

/** What screens read about emails: messages, a reply in the inbox, and the emails of a person. */
const claimsOf = async (settings: Record<string, string>) => {
  const app = await startApp(settings);
  onTestFinished(app.close);
  const { token } = await anAdmin(app);
  const learner = await aUser(app, { email: 'ravi@home.example' });
  await call(app, 'POST', '/contact', { body: { name: 'राम', email: learner.email, message: 'Is it in Hindi?' } });
  const readList = async () => api.inbox.list.response.parse((await call(app, 'GET', '/admin/inbox', { token })).body);
  const messageId = (await readList()).inboxMessages[0]?._id ?? '';
  const asked = [
    await call(app, 'POST', `/admin/inbox/${messageId}/replies`, {
      token,
      body: { text: 'हाँ', idempotencyKey: 'reply-of-this-test', isDone: false },
    }),
    await call(app, 'POST', `/admin/people/${learner.id}/reset-link`, { token }),
    await call(app, 'POST', '/user/reset', { body: { email: learner.email } }),
  ];
  // What waits for its turn reads as it will be.
  const before = (await readList()).inboxMessages[0]?.isReplied;
  await app.jobs.runDue();
  const { inboxMessage } = api.inbox.read.response.parse(
    (await call(app, 'GET', `/admin/inbox/${messageId}`, { token })).body,
  );
  const { emails } = wholeDetail((await call(app, 'GET', `/admin/people/${learner.id}`, { token })).body);
  return {
    site: api.setup.site.response.parse((await call(app, 'GET', '/site')).body).site.sendsEmail,
    messages: asked.map(({ body }) => body['message']),
    replies: [
      before,
      (await readList()).inboxMessages[0]?.isReplied,
      ...inboxMessage.replies.map(({ isSent }) => isSent),
    ],
    emails: new Set(emails?.map(({ isSent }) => isSent)),
  };
};

test('a school without a mail server says of no email that it was sent', async () => {
  expect(await claimsOf({})).toEqual({
    site: false,
    messages: [
      'Saved, but not sent: no mail server is set up',
      'Saved, but not sent: no mail server is set up',
      'This school can’t send emails yet. Please ask the school for help.',
    ],
    replies: [false, false, false],
    emails: new Set([false]),
  });
});

test('a school with a mail server says that they were sent', async () => {
  await using smtp = await openFakeSmtp();
  expect(await claimsOf({ SMTP_URL: smtp.url })).toEqual({
    site: true,
    messages: [
      'Reply sent',
      'Reset link sent',
      'If an account has this email, you’ll receive a reset link. It expires in 15 minutes.',
    ],
    replies: [true, true, true],
    emails: new Set([true]),
  });
});
