// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { SavedAnswer } from '#contract/classroom/quiz-fields.ts';
import { ApiError } from '#web/api/api-error.ts';
import { createAnswerSaver } from './answer-saver.ts';

const START = Date.parse('2026-11-26T09:00:00.000Z');
const question = { position: 0, seq: 0, answer: { choices: [], text: '', parts: [], file: null } };
const asked = {
  type: 'short' as const,
  text: 'Which?',
  points: 1,
  options: [],
  lefts: [],
  leftMedia: [],
  gaps: 0,
  blocks: [],
  isLocked: false,
  isLate: false,
  result: null,
};
const written = (text: string) => ({ choices: [], text, parts: [], file: null });

beforeEach(() => {
  vi.useFakeTimers({ now: START + 1000 });
  return () => {
    vi.useRealTimers();
    localStorage.clear();
  };
});

/** A server that keeps the answer with the highest number, while it can be reached. */
const aServer = () => ({
  stored: new Map<number, SavedAnswer>(),
  failure: undefined as ApiError | undefined,
  calls: 0,
});

const open = (server: ReturnType<typeof aServer>, seq = 0) => {
  const onRefused = vi.fn();
  const saver = createAnswerSaver({
    attempt: { _id: 'a1', startedAt: new Date(START).toISOString(), questions: [{ ...asked, ...question, seq }] },
    now: () => Date.now(),
    send: async (saved) => {
      server.calls += 1;
      if (server.failure) throw server.failure;
      if (saved.seq > (server.stored.get(saved.position)?.seq ?? 0)) server.stored.set(saved.position, saved);
    },
    onRefused,
  });
  saver.start();
  onTestFinished(() => saver.stop());
  return { saver, onRefused, textOf: () => saver.state.get().answers.get(0)?.text };
};

test('typing is sent once it rests, with a number that grows', async () => {
  const server = aServer();
  const { saver } = open(server);
  for (const text of ['e', 'eq', 'equity']) saver.answer(0, written(text));
  expect([server.calls, saver.state.get().status]).toEqual([0, 'sending']);
  await vi.advanceTimersByTimeAsync(700);
  expect(server.stored.get(0)).toEqual({ position: 0, answer: written('equity'), seq: 12 });
  expect(saver.state.get()).toMatchObject({ status: 'saved', savedAt: START + 1700 });
  // Of two tabs, the one that answers last has the higher number.
  const other = open(server);
  vi.advanceTimersByTime(10_000);
  other.saver.answer(0, written('capital'));
  await vi.advanceTimersByTimeAsync(700);
  expect(server.stored.get(0)).toMatchObject({ answer: { text: 'capital' }, seq: 117 });
});

test('without a connection an answer waits, is tried again, and survives a reload', async () => {
  const server = aServer();
  server.failure = new ApiError({ status: 0, code: 'unreachable' });
  const first = open(server);
  first.saver.answer(0, written('equity'));
  await vi.advanceTimersByTimeAsync(700);
  expect(first.saver.state.get().status).toBe('unsent');
  first.saver.stop();

  const reloaded = open(server);
  expect(reloaded.textOf()).toBe('equity');
  server.failure = undefined;
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.stored.get(0)?.answer.text).toBe('equity');
  expect(reloaded.saver.state.get().status).toBe('saved');
  expect(localStorage.length).toBe(0);
});

test('an answer of another device that is newer than what waits here stays', async () => {
  const server = aServer();
  server.failure = new ApiError({ status: 0, code: 'unreachable' });
  const first = open(server);
  first.saver.answer(0, written('old'));
  first.saver.stop();
  server.failure = undefined;
  const { saver, textOf } = open(server, 500);
  await vi.advanceTimersByTimeAsync(700);
  expect([textOf(), saver.unsent(), server.calls]).toEqual(['', [], 0]);
});

test('text typed while an answer is being saved is saved after it', async () => {
  const server = aServer();
  const { saver } = open(server);
  saver.answer(0, written('one'));
  const sending = saver.flush();
  saver.answer(0, written('two'));
  await sending;
  expect(server.stored.get(0)?.answer.text).toBe('two');
  expect(saver.unsent()).toEqual([]);
});

test('an attempt that was submitted elsewhere takes no more answers', async () => {
  const server = aServer();
  server.failure = new ApiError({ status: 409, code: 'attempt_over' });
  const { saver, onRefused } = open(server);
  saver.answer(0, written('late'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect([server.calls, onRefused.mock.calls.length, saver.unsent()]).toEqual([1, 1, []]);
});

test('unsent answers go with the submission, and nothing is sent after it', async () => {
  const server = aServer();
  const { saver } = open(server);
  saver.answer(0, written('equity'));
  expect(saver.unsent()).toEqual([{ position: 0, answer: written('equity'), seq: 10 }]);
  saver.end();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([server.calls, localStorage.length]).toEqual([0, 0]);
});
