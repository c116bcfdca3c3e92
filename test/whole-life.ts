import { z } from 'zod';
import { newId } from '#server/ids.ts';
import { call } from './call.ts';
import { aCertifiedCourse, certificatesOf, complete } from './certificates.ts';
import { aUser, joinCourse, type Person } from './factories.ts';
import { answered, asked } from './questions.ts';
import { aQuiz, attempted, choose, oneOfThree } from './quizzes.ts';
import { buy } from './sell.ts';
import { login, signUp, tokenOf } from './sign-up.ts';
import type { TestApp } from './start-app.ts';

/** Nobody else in a test is called that. */
export const LEAVER = {
  fullName: 'Wilhelmina Okonkwo',
  email: 'wilhelmina@elsewhere.example',
  password: 'monsoon rain',
};

export const loggedIn = async (app: TestApp): Promise<Person> => {
  const token = tokenOf(await login(app, LEAVER.email));
  const { body } = await call(app, 'GET', '/user/me', { token });
  const { _id: id } = z.object({ _id: z.string() }).parse(body['user']);
  return { id, token, email: LEAVER.email, headers: { authorization: `Bearer ${token}` } };
};

/** Ways to log in beside the password, and a page that was accepted. */
const addLogins = async ({ database: { db }, clock }: TestApp, { id, email }: Person): Promise<void> => {
  const at = { created_at: clock.now(), last_used_at: null };
  const key = { id: `key-of-${id}`, public_key: '', counter: 0, transports: '["internal"]' };
  await db
    .insertInto('passkeys')
    .values({ ...key, ...at, user_id: id, name: 'Wilhelmina’s phone' })
    .execute();
  const identity = { id: newId(), user_id: id, issuer: 'https://login.example', subject: 'okonkwo-7', email };
  await db
    .insertInto('identities')
    .values({ ...identity, ...at })
    .execute();
  const consent = { user_id: id, slug: 'terms', version: 3, accepted_at: clock.now() };
  await db.insertInto('consents').values(consent).execute();
};

/**
 * A learner with something of every kind: purchase, progress, note, question, answer, quiz, review, certificate, message,
 * passkey, login of another service, accepted page.
 */
export const aWholeLife = async (app: TestApp) => {
  const origin = await app.listen();
  const { admin, courseId, lectures } = await aCertifiedCourse(app, { rule: { needsQuizzes: false } });
  const teacher = await aUser(app, { fullName: 'Nandini Kulkarni' });
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  await signUp(app, LEAVER);
  await app.database.db
    .updateTable('users')
    .set({ email_confirmed_at: app.clock.now() })
    .where('email', '=', LEAVER.email)
    .execute();
  const leaver = await loggedIn(app);
  const { token } = leaver;
  await addLogins(app, leaver);
  await buy(app, leaver, { origin });
  for (const lectureId of lectures) await complete(app, leaver, { courseId, lectureId, minutes: 10 });
  const [lectureId] = lectures;
  const note = { text: 'Warm air rises.', positionMs: 4000 };
  await call(app, 'PUT', `/lectures/${lectureId}/notes/${newId()}`, { token, body: note });
  const question = await asked(app, leaver, { courseId, lectureId }, { text: 'Why does warm land pull the wind?' });
  await answered(app, teacher, question._id, { text: 'The sea stays cool.' });
  const other = await asked(app, teacher, { courseId, lectureId }, { text: 'What did you see today?' });
  await answered(app, leaver, other._id, { text: 'A towering cloud.' });
  const quiz = await aQuiz(app, { questions: [oneOfThree('Which wind?')] });
  await attempted(app, quiz, leaver, choose('b'));
  await call(app, 'POST', `/courses/${courseId}/reviews`, { token, body: { stars: 4, text: 'I saw the rain come.' } });
  const message = { name: LEAVER.fullName, email: LEAVER.email, message: 'When does the next course begin, please?' };
  await call(app, 'POST', '/contact', { body: message });
  await app.jobs.runDue();
  const [certificate] = await certificatesOf(app, leaver);
  return { admin, teacher, leaver, courseId, lectureId, question, other, code: certificate?.code ?? '' };
};
