import { expect, onTestFinished, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin, aSubscriber } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

/** The page of a person, as the server writes it for a client. */
const openPerson = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const admin = await anAdmin(app);
  const learner = await aSubscriber(app, { fullName: 'सरिता देवी' });
  return async (language?: string) => {
    const headers = language === undefined ? {} : { 'accept-language': language };
    const { body } = await call(app, 'GET', `/admin/people/${learner.id}`, { token: admin.token, headers });
    const { access, timeline } = api.people.detail.response.parse(body).detail;
    return {
      sentence: access.sentence,
      reasons: access.reasons.map(({ text }) => text),
      timeline: timeline?.map(({ text, source }) => [text, source]),
    };
  };
};

test('the access and the history of a person are written in the language of the page', async () => {
  const inLanguage = await openPerson();
  expect(await inLanguage('hi')).toEqual({
    sentence: 'सरिता देवी के पास 15 जून 2027 तक एक्सेस है: बंडल का भुगतान 15 जून 2026 को हुआ।',
    reasons: ['₹499.00 का भुगतान हुआ, एक्सेस 15 जून 2027 तक, टेस्ट के पैसे'],
    timeline: [
      ['खाता बनाया', ''],
      ['₹499.00 का भुगतान हुआ', 'स्कूल'],
    ],
  });
});

test('programs that ask for no language read English', async () => {
  const inLanguage = await openPerson();
  const english = {
    sentence: 'सरिता देवी has access until 15 June 2027: the bundle was paid on 15 June 2026.',
    reasons: ['Paid ₹499.00, access until 15 June 2027, test money'],
    timeline: [
      ['Signed up', ''],
      ['Paid ₹499.00', 'the school'],
    ],
  };
  expect(await inLanguage()).toEqual(english);
  expect(await inLanguage('en-IN,hi;q=0.5')).toEqual(english);
});
