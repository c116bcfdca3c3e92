import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { leastOf, longestTurn } from '#test/longest-turn.ts';
import { aQuiz } from '#test/quizzes.ts';
import { startApp } from '#test/start-app.ts';

test('a file of a megabyte is imported, a larger one refused, and neither holds the others', async () => {
  await using app = await startApp();
  const quiz = await aQuiz(app, { questions: [{ type: 'long', text: 'Why?' }] });
  const send = (text: string) =>
    call(app, 'POST', `${quiz.path}/quiz/import`, {
      token: quiz.teacher.token,
      body: { format: 'gift', text, isDryRun: true },
    });
  const question = (index: number): string => `${'जल '.repeat(650)} ${index} {=हाँ ~नहीं}\n\n`;
  const many = Array.from({ length: 480 }, (_, index) => question(index)).join('');
  expect(many.length).toBeGreaterThan(900_000);
  const measure = () =>
    longestTurn(async () => {
      expect((await send(many)).status).toBe(200);
    });
  expect((await send('x'.repeat(1024 * 1024 + 1))).body).toMatchObject({ code: 'validation_failed' });
  expect((await send('x'.repeat(5 * 1024 * 1024))).body).toMatchObject({ code: 'body_too_large' });
  expect(await leastOf(150, measure)).toBeLessThan(150);
});
