import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EditedQuiz } from '#contract/classroom/quiz-fields.ts';
import { QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { type NewQuizSettings, QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Rules } from './rules.tsx';

const aQuestion = (id: string, ...tags: string[]) => ({
  _id: id,
  question: QuizQuestion.parse({ type: 'true_false', text: id, isTrue: true, tags }),
  atMs: null,
  version: 1,
  answers: 0,
});

const REFUSED = 50;

/** The rules of a quiz of three questions, and what they send. */
const openRules = (settings: NewQuizSettings = {}, isSlow = false) => {
  const quiz: EditedQuiz = {
    lectureId: 'q1',
    title: 'Profit or cash?',
    settings: QuizSettings.parse(settings),
    areAtMoments: false,
    questions: [aQuestion('1', 'cash'), aQuestion('2', 'cash'), aQuestion('3', 'profit')],
    points: 3,
    attempts: 0,
    people: 0,
    media: {},
  };
  const sent: QuizSettings[] = [];
  const responses: (() => void)[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string | null }) => {
    if (body === null) return Response.json({ success: true, message: '', quiz });
    const saved = QuizSettings.parse(JSON.parse(body));
    sent.push(saved);
    if (isSlow) await new Promise<void>((resolve) => responses.push(resolve));
    if (saved.penaltyPercent === REFUSED) return Response.json({ success: false, message: 'No' }, { status: 400 });
    return Response.json({ success: true, message: '', quiz: { ...quiz, settings: saved } });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={site}>
        <Rules place={{ courseId: 'c1', lectureId: 'q1' }} quiz={quiz} />
      </SiteProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ delay: null });
  return {
    sent,
    respond: () => responses.shift()?.(),
    shown: (label: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: label }).selectedOptions[0]?.text,
    choose: (label: string, option: string) =>
      user.selectOptions(screen.getByRole('combobox', { name: label }), option),
  };
};

const isOpen = () => screen.getByText('More rules').closest('details')?.open;

test('rare rules are folded until one of them is in use', () => {
  openRules();
  expect(isOpen()).toBe(false);
});

test('a test has its window, its gate, its penalty and its way as sentences', async () => {
  const { sent, choose } = openRules({ mode: 'test', mustPass: true });
  expect(isOpen()).toBe(true);
  await choose('Next lectures', 'are open to everyone');
  await choose('Penalty', '25% of its');
  await choose('Questions on a page', 'one at a time, without a way back');
  const closes = screen.getByLabelText('Closes');
  fireEvent.change(closes, { target: { value: '2026-12-03T18:00' } });
  fireEvent.blur(closes);
  await waitFor(() => expect(sent).toHaveLength(4));
  expect(sent.at(-1)).toMatchObject({
    mustPass: false,
    penaltyPercent: 25,
    canGoBack: false,
    isOnePage: false,
    opensAt: null,
    closesAt: '2026-12-03T12:30:00.000Z',
  });
});

test('what is shown after the end can be chosen once there is one, and is forgotten with it', async () => {
  const { sent, choose } = openRules({ mode: 'test', closesAt: '2026-12-03T18:00:00.000Z' });
  await choose('Score', 'after it closes');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Shown afterwards' }).value).toBe('chosen');
  const closes = screen.getByLabelText('Closes');
  fireEvent.change(closes, { target: { value: '' } });
  fireEvent.blur(closes);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect([sent[0]?.shows.score, sent[1]?.closesAt, sent[1]?.shows.score]).toEqual([
    'after_window',
    null,
    'once_passed',
  ]);
});

test('questions are drawn by tag', async () => {
  const { sent, choose } = openRules();
  await choose('Questions of an attempt', 'a number of each tag');
  await choose('Questions about profit', '1');
  await choose('Questions about cash', 'all');
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent.map(({ drawsByTag }) => drawsByTag)).toEqual([
    [{ tag: 'cash', count: 1 }],
    [
      { tag: 'cash', count: 1 },
      { tag: 'profit', count: 1 },
    ],
    [{ tag: 'profit', count: 1 }],
  ]);
});

test('a second change while the first is saved keeps both, and one that is refused takes no other with it', async () => {
  const { sent, choose, respond, shown } = openRules({ mustPass: true }, true);
  await choose('Pass mark', '80%');
  await choose('Penalty', '50% of its');
  await choose('Attempts', '2 times');
  expect([shown('Pass mark'), shown('Attempts')]).toEqual(['80%', '2 times']);
  for (const count of [1, 2, 3]) {
    await waitFor(() => expect(sent).toHaveLength(count));
    respond();
  }
  await waitFor(() => expect(shown('Penalty')).not.toContain('50%'));
  expect(
    sent.map(({ passPercent, penaltyPercent, maxAttempts }) => [passPercent, penaltyPercent, maxAttempts]),
  ).toEqual([
    [80, 0, null],
    [80, 50, null],
    [80, 0, 2],
  ]);
  await waitFor(() => expect([shown('Pass mark'), shown('Attempts')]).toEqual(['80%', '2 times']));
});
