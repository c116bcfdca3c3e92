import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AttemptQuestion, Quiz, QuizAttempt } from '#contract/classroom/quiz-fields.ts';
import { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { LectureStage } from '#web/features/classroom/lecture-stage.tsx';
import { LectureVideo } from '#web/features/classroom/lecture-video.tsx';
import { lectureAt } from '#web/features/classroom/player/player-for-test.tsx';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { QuizStage } from './quiz-stage.tsx';

const paragraph = (text: string) => [{ kind: 'paragraph' as const, spans: [{ text, marks: [], href: null }] }];

const aQuestion = (position: number, part: Partial<AttemptQuestion>): AttemptQuestion => ({
  type: 'single',
  text: 'Which?',
  blocks: paragraph('Which?'),
  points: 1,
  options: [],
  lefts: [],
  leftMedia: [],
  gaps: 0,
  position,
  answer: { choices: [], text: '', parts: [], file: null },
  seq: 0,
  isLocked: false,
  isLate: false,
  result: null,
  ...part,
});

const options = ['Cash', 'Rent', 'Flour'].map((text) => ({ id: text.toLowerCase(), text, media: null }));

const questions = [
  aQuestion(0, { options }),
  aQuestion(1, { type: 'order', options, blocks: paragraph('In order?') }),
  aQuestion(2, { type: 'blanks', gaps: 2, blocks: paragraph('Profit is {{1}} less {{2}}.') }),
];

const quiz: Quiz = {
  lectureId: 'q1',
  title: 'Profit or cash?',
  settings: QuizSettings.parse({ shows: { answers: 'at_once', explanations: 'at_once' } }),
  questions: 3,
  points: 3,
  attempts: [],
  openAttemptId: 'a1',
  attemptsLeft: null,
  availability: 'open',
  nextAt: null,
  percent: null,
  hasPassed: false,
};

interface Server {
  /** Where the end is once the attempt was read. */
  laterEnd?: string;
  /** It takes answers only with the attempt. */
  isBusy?: boolean;
}

/** Opens an attempt at a server that notes what it receives. */
const openAttempt = async (
  change: Partial<QuizAttempt> & { _id: string },
  { laterEnd, isBusy = false }: Server = {},
) => {
  const sent: { path: string; body: unknown }[] = [];
  const now = new Date().toISOString();
  let attempt: QuizAttempt = {
    number: 1,
    state: 'open',
    mode: 'practice',
    passPercent: 70,
    isOnePage: false,
    canGoBack: true,
    showsScore: 'at_once',
    count: 3,
    startedAt: now,
    deadlineAt: null,
    submittedAt: null,
    now,
    questions,
    score: null,
    reset: null,
    ...change,
  };
  const respond = (path: string, body: object): object => {
    if (path.endsWith('/quiz')) return { quiz };
    if (path.endsWith('/check') && !attempt.canGoBack) {
      const shown = attempt.questions.map((question) => ({ ...question, isLocked: true }));
      attempt = { ...attempt, questions: [...shown, ...questions.slice(shown.length, shown.length + 1)] };
      return { question: shown.at(-1) ?? aQuestion(0, {}) };
    }
    if (path.endsWith('/check')) {
      const checked = aQuestion(0, {
        options,
        answer: { choices: ['rent'], text: '', parts: [], file: null },
        isLocked: true,
        result: {
          verdict: 'wrong',
          earned: 0,
          comment: '',
          parts: [],
          solution: {
            choices: ['cash'],
            texts: ['Cash'],
            remarks: [],
            explanation: paragraph('Cash is counted.'),
            explainedAt: {
              lectureId: 'v1',
              title: 'Cash',
              number: 3,
              fromMs: 252_000,
              toMs: 314_000,
              hasWatched: false,
            },
          },
        },
      });
      return { question: checked };
    }
    if (path.endsWith('/submit'))
      attempt = { ...attempt, state: 'graded', score: { earned: 100, points: 3, percent: 33, hasPassed: false } };
    if ('position' in body) return { seq: 1, savedAt: now, isLate: false };
    const shown = attempt;
    attempt = { ...attempt, deadlineAt: laterEnd ?? attempt.deadlineAt };
    return { attempt: shown };
  };
  vi.stubGlobal('fetch', async (path: string, { method, body: text }: { method: string; body: string | null }) => {
    const body: object = JSON.parse(text ?? '{}');
    if (method !== 'GET') sent.push({ path: path.replace(/.*\/attempts/, ''), body });
    if (isBusy && path.endsWith('/answers')) return Response.json({ success: false, message: '' }, { status: 503 });
    return Response.json({ success: true, message: '', ...respond(path, body) });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });
  const element = (
    <QuizStage
      course={{ _id: 'c1' }}
      lecture={{ _id: 'q1', title: quiz.title }}
      reload={async () => null}
      next={undefined}
    />
  );
  const router = createMemoryRouter([{ path: '/', element }], {
    initialEntries: [`/?lecture=q1&attempt=${change._id}`],
  });
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  await screen.findByText(change.isOnePage === true ? '3 questions' : /^Question \d of 3$/);
  return { sent, router, user: userEvent.setup({ delay: null }) };
};

test('a question is answered, checked and explained with the keyboard alone', async () => {
  const { sent, router, user } = await openAttempt({ _id: 'a1' });
  expect(screen.getByRole('group', { name: 'Which?', description: 'Choose one.' })).toBeDefined();
  await user.keyboard('2');
  const rent = () => screen.getByRole<HTMLInputElement>('radio', { name: /Rent/ });
  expect(rent().checked).toBe(true);
  await user.keyboard('{Enter}');
  await screen.findByText('Not this one');
  expect(sent.find(({ path }) => path === '/a1/check')?.body).toMatchObject({
    position: 0,
    answer: { choices: ['rent'] },
  });
  expect(screen.getByText('Cash is counted.')).toBeDefined();
  // What is checked stays as it is.
  await user.keyboard('1');
  expect([rent().checked, rent().disabled]).toEqual([true, true]);
  await user.keyboard('w');
  expect(router.state.location.search).toBe('?lecture=v1&at=252&quiz=q1&attempt=a1');
});

test('entries are put in order with the arrow keys, and their place is read aloud', async () => {
  const { sent, user } = await openAttempt({ _id: 'a2', mode: 'test' });
  await user.click(screen.getByRole('button', { name: 'Next question' }));
  expect(document.activeElement?.textContent).toBe('In order?');
  screen.getByRole('button', { name: 'Move down: Cash' }).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1Rent', '2Flour', '3Cash']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move down: Cash' }));
  expect(screen.getByText('Cash: place 3 of 3')).toBeDefined();
  await waitFor(() =>
    expect(sent.at(-1)?.body).toMatchObject({ position: 1, answer: { choices: ['rent', 'flour', 'cash'] } }),
  );
});

test('submitting a test names what is not answered, leads there, and sends what was not sent', async () => {
  const { sent, user } = await openAttempt({ _id: 'a3', mode: 'test' }, { isBusy: true });
  await user.click(screen.getByRole('button', { name: 'Next question' }));
  await user.click(screen.getByRole('button', { name: 'Next question' }));
  await user.click(screen.getByRole('button', { name: 'Submit test' }));
  const names = () => screen.getAllByRole('button', { name: /^Question \d/ }).map(({ textContent }) => textContent);
  expect(names()).toEqual(['Question 1', 'Question 3']);
  await user.click(screen.getByRole('button', { name: 'Question 3' }));
  await user.type(screen.getByRole('textbox', { name: 'Gap 2 of 2' }), 'costs');
  await user.click(screen.getByRole('button', { name: 'Submit test' }));
  expect(names()).toEqual(['Question 1']);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findByText('2 more points, and you pass');
  expect(sent.at(-1)).toMatchObject({
    path: '/a3/submit',
    body: {
      answers: expect.arrayContaining([
        expect.objectContaining({ position: 2, answer: expect.objectContaining({ parts: ['', 'costs'] }) }),
      ]),
    },
  });
});

test('a test whose questions are all answered continues at the last one, which leads to its end', async () => {
  const answer = { choices: ['cash'], text: '', parts: ['sales', 'costs'], file: null };
  const { sent, user } = await openAttempt({
    _id: 'a14',
    mode: 'test',
    questions: questions.map((question) => ({ ...question, answer, seq: 1 })),
  });
  expect(screen.getByText('Question 3 of 3')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Submit test' }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findByText('2 more points, and you pass');
  expect(sent.at(-1)).toMatchObject({ path: '/a14/submit' });
});

test('each gap of a checked question says whether it is right', async () => {
  const answer = { choices: [], text: '', parts: ['sales', 'rent'], file: null };
  const result = { verdict: 'partly', earned: 50, comment: '', solution: null } as const;
  const checked = questions.map((question) => ({
    ...question,
    answer,
    isLocked: true,
    result: { ...result, parts: [true, false] },
  }));
  await openAttempt({ _id: 'a15', questions: checked });
  const gaps = screen.getAllByRole('textbox').map((gap) => gap.getAttribute('aria-label'));
  expect(gaps).toEqual(['Gap 1 of 2, right', 'Gap 2 of 2, not right']);
});

test('a question that was marked to come back to is named before the test is submitted', async () => {
  const { user } = await openAttempt({ _id: 'a5', mode: 'test' });
  const flag = () => screen.getByRole('button', { name: 'Come back to this' });
  await user.click(flag());
  expect(flag().getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Next question' }));
  expect(flag().getAttribute('aria-pressed')).toBe('false');
  await user.click(screen.getByRole('button', { name: 'Next question' }));
  await user.click(screen.getByRole('button', { name: 'Submit test' }));
  const marked = screen.getByRole('list', { name: 'Questions to come back to' });
  await user.click(within(marked).getByRole('button', { name: 'Question 1' }));
  await user.click(flag());
  expect(flag().getAttribute('aria-pressed')).toBe('false');
});

test('a picture of a question is shown as large as the window, and the focus returns to its button', async () => {
  const picture = { text: 'A receipt', marks: [], href: '/media/token/image-1f.webp' };
  const blocks = [...paragraph('What is it?'), { kind: 'image' as const, spans: [picture] }];
  const { user } = await openAttempt({
    _id: 'a6',
    questions: [aQuestion(0, { options, blocks }), ...questions.slice(1)],
  });
  const open = screen.getByRole('button', { name: 'Enlarge: A receipt' });
  await user.click(open);
  const dialog = screen.getByRole('dialog', { name: 'A receipt' });
  expect(within(dialog).getByRole('img', { name: 'A receipt' }).getAttribute('src')).toBe(picture.href);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(open);
});

test('a test that cannot go back shows the next question once the server has locked the present one', async () => {
  const { sent, user } = await openAttempt({
    _id: 'a7',
    mode: 'test',
    canGoBack: false,
    questions: questions.slice(0, 1),
  });
  expect(screen.queryByRole('button', { name: 'Come back to this' })).toBeNull();
  expect(screen.getByText('You cannot come back to a question.')).toBeDefined();
  await user.keyboard('1');
  await user.click(screen.getByRole('button', { name: 'Next question' }));
  await screen.findByText('Question 2 of 3');
  expect(sent.findLast(({ path }) => path === '/a7/check')?.body).toMatchObject({
    position: 0,
    answer: { choices: ['cash'] },
  });
  expect(screen.queryByRole('button', { name: 'Previous question' })).toBeNull();
  expect(screen.getByRole('group', { name: 'In order?' })).toBeDefined();
});

test('a test on one page has all questions, and names what is not answered before it is submitted', async () => {
  const { sent, user } = await openAttempt({ _id: 'a8', mode: 'test', isOnePage: true });
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby') !== null)).toHaveLength(3);
  await user.click(screen.getByRole('radio', { name: /Rent/ }));
  await user.click(screen.getByRole('button', { name: 'Submit test' }));
  const missing = screen.getByRole('list', { name: 'Questions that are not answered' });
  expect(within(missing).getAllByRole('button')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findByText('2 more points, and you pass');
  expect(sent.at(-1)).toMatchObject({ path: '/a8/submit' });
});

test('a test submits itself when its time is up', async () => {
  const { sent } = await openAttempt({
    _id: 'a4',
    mode: 'test',
    deadlineAt: new Date(Date.now() + 1500).toISOString(),
  });
  await screen.findByText('2 more points, and you pass');
  expect(sent.map(({ path }) => path)).toEqual(['/a4/submit']);
});

test('a test whose end was moved meanwhile goes on', async () => {
  const [end, laterEnd] = [-1000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const { sent } = await openAttempt(
    { _id: 'a11', mode: 'test', deadlineAt: end ?? null },
    { laterEnd: laterEnd ?? '' },
  );
  await screen.findByText(/^(59:\d\d|60:00|1:00:00)$/);
  expect(screen.getByText('Question 1 of 3')).toBeDefined();
  expect(sent).toEqual([]);
});

test('practice shows the points so far beside an answer that waits for a person', async () => {
  const result = { comment: '', parts: [], solution: null };
  const graded = { isLocked: true, result: { ...result, verdict: 'right' as const, earned: 100 } };
  const essay = { isLocked: true, result: { ...result, verdict: 'waiting' as const, earned: null } };
  await openAttempt({
    _id: 'a12',
    questions: [
      aQuestion(0, { type: 'long', points: 5 }),
      aQuestion(1, { options, ...graded }),
      aQuestion(2, { type: 'long', points: 5, ...essay }),
    ],
  });
  expect(screen.getByText('1 of 1 point, 1 answer waiting for your teacher')).toBeDefined();
});

test('an answer that arrived after the end is named on the result of its learner', async () => {
  const late = aQuestion(0, { options, isLate: true });
  const { user } = await openAttempt({ _id: 'a9', mode: 'test', questions: [late, ...questions.slice(1)] });
  for (const name of ['Next question', 'Next question', 'Submit test', 'Submit'])
    await user.click(screen.getByRole('button', { name }));
  await screen.findByText(/1 answer arrived after the end. It is kept, and does not count./);
  expect(screen.getAllByText('Another answer arrived after the end, and does not count.')).toHaveLength(1);
});

test('a lecture behind a quiz to pass says so, and leads to the quiz', async () => {
  const lockedBy = { kind: 'quiz', lectureId: 'q1', title: 'Profit or cash?' } as const;
  const lecture = { ...lectureAt(''), lecture: [], isPlayable: false, lockedBy };
  const element = (
    <LectureStage
      lecture={lecture}
      renewLecture={async () => lecture}
      startsPlaying={false}
      reload={async () => null}
    />
  );
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: ['/?course=c1&lecture=v9'] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={site}>
        <RouterProvider router={router} />
      </SiteProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe('Opens once you pass “Profit or cash?”');
  expect(screen.getByRole('link', { name: 'Open the quiz' }).getAttribute('href')).toBe('/?course=c1&lecture=q1');
});

test('a visitor of a free preview reads who can take the quiz', () => {
  const lecture = { ...lectureAt(''), kind: 'quiz' as const, lecture: [], durationMs: null };
  render(<LectureVideo lecture={lecture} renewLecture={async () => lecture} startsPlaying={false} />);
  expect(screen.getByRole('status').textContent).toBe('This quiz can be taken by members of the course.');
});
