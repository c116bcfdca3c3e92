// @module-tag long
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { saveBackup } from '#server/backup/backup.ts';
import { addMissingFiles, aFolder, placeAt, prove, schoolIn } from '#test/backup/schools.ts';
import { aCertifiedCourse, certificatesOf, complete } from '#test/certificates.ts';
import { aSubscriber } from '#test/factories.ts';
import { aQuiz, attempted, choose } from '#test/quizzes.ts';
import { startApp } from '#test/start-app.ts';

/** A school with a certificate and an attempt at a quiz, and a way to back it up and verify that. */
const openSchool = async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const { courseId, lectures } = await aCertifiedCourse(app);
  const person = await aSubscriber(app);
  for (const lectureId of lectures) await complete(app, person, { courseId, lectureId, minutes: 10 });
  const [certificate] = await certificatesOf(app, person);
  const quiz = await aQuiz(app);
  const attempt = await attempted(app, quiz, quiz.meera, choose('a'), choose('b'));
  const { dataDir, databaseUrl } = app.config;
  const school = await schoolIn({ dataDir, databaseUrl, remove: async () => undefined }, app.clock.now());
  await addMissingFiles(school);
  const folder = await aFolder();
  const verify = async (name: string): Promise<void> => {
    const place = placeAt(join(folder, `${name}.backup`));
    await saveBackup(place, school);
    await prove(place, school);
  };
  return { db: app.database.db, code: certificate?.code ?? '', attemptId: attempt._id, verify };
};

test('a backup is refused when a result of a quiz is not the sum of its answers', async () => {
  const { db, attemptId, verify } = await openSchool();
  await verify('good');
  const change = (earned: number, points: number) =>
    db.updateTable('quiz_attempts').set({ earned, points }).where('id', '=', attemptId).execute();
  const problem = `Results of quizzes are not the sum of their answers: ${attemptId}`;
  await change(200, 2);
  await expect(verify('more')).rejects.toThrow(problem);
  await change(100, 1);
  await expect(verify('fewer')).rejects.toThrow(problem);
  await change(100, 2);
  await verify('as-before');
});

test('a backup is refused when a certificate says something else than what was signed', async () => {
  const { db, code, verify } = await openSchool();
  await db.updateTable('certificates').set({ holder_name: 'Someone Else' }).where('code', '=', code).execute();
  await expect(verify('changed')).rejects.toThrow(`Certificates differ from their signatures: ${code}`);
});
