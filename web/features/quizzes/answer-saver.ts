import type { QuizAttempt, SavedAnswer } from '#contract/classroom/quiz-fields.ts';
import type { QuizAnswer } from '#contract/classroom/quiz-questions.ts';
import { isEmptyAnswer } from '#contract/classroom/quiz-words.ts';
import { isTemporary } from '#web/api/api-error.ts';
import { createObservable } from '#web/api/observable.ts';
import { readAnswers, storeAnswers } from './submission.ts';

/** Typing rests for so long before it is sent. */
const REST_MS = 700;
const AGAIN_MS = 5000;
const SEQ_STEP_MS = 100;

export interface SavedState {
  answers: ReadonlyMap<number, QuizAnswer>;
  /** `unsent`: the server could not be reached, and is tried again. */
  status: 'saved' | 'sending' | 'unsent';
  savedAt: number | null;
}

interface SaverNeeds {
  attempt: Pick<QuizAttempt, '_id' | 'startedAt' | 'questions'>;
  /** By the time of the server. */
  now: () => number;
  /** `isLast`: the page is being closed. Rejects with an ApiError. */
  send: (saved: SavedAnswer, isLast: boolean) => Promise<unknown>;
  /** The attempt takes no answers any more. */
  onRefused: (error: unknown) => void;
}

/**
 * Keeps the answers of an attempt, and sends them one at a time. The number of an answer is the time since the start, in tenths
 * of a second: of two tabs or devices, the one that answers last wins. What is not sent yet survives a reload.
 */
export const createAnswerSaver = ({ attempt, now, send, onRefused }: SaverNeeds) => {
  const seqs = new Map(attempt.questions.map(({ position, seq }) => [position, seq]));
  const unsent = new Map(
    readAnswers(attempt._id)
      .filter(({ position, seq }) => seq > (seqs.get(position) ?? Number.MAX_SAFE_INTEGER))
      .map((saved) => [saved.position, saved]),
  );
  const state = createObservable<SavedState>({
    answers: new Map([
      ...attempt.questions.map(({ position, answer }) => [position, answer] as const),
      ...[...unsent].map(([position, { answer }]) => [position, { ...EMPTY, ...answer }] as const),
    ]),
    status: unsent.size > 0 ? 'sending' : 'saved',
    savedAt: null,
  });
  for (const [position, { seq }] of unsent) seqs.set(position, seq);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  const life = { isStopped: true, hasEnded: false };

  const change = (part: Partial<SavedState>): void => state.set({ ...state.get(), ...part });
  const keep = (): void => storeAnswers(attempt._id, [...unsent.values()]);
  const settle = (saved: SavedAnswer): void => {
    // A newer answer stays.
    if (unsent.get(saved.position) === saved) unsent.delete(saved.position);
    keep();
  };

  const sendAll = async (): Promise<void> => {
    for (let [next] = unsent.values(); next && !life.isStopped; [next] = unsent.values()) {
      try {
        await send(next, false);
        settle(next);
      } catch (error) {
        if (life.isStopped) return;
        if (isTemporary(error)) {
          change({ status: 'unsent' });
          later(AGAIN_MS);
          return;
        }
        settle(next);
        onRefused(error);
      }
    }
    if (!life.isStopped) change({ status: 'saved', savedAt: now() });
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    if (unsent.size === 0 || life.isStopped) return Promise.resolve();
    running ??= sendAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  const later = (waitMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), waitMs);
  };
  /** The answer as it is sent. */
  const nextSeq = (position: number): number => {
    const sinceStart = Math.floor((now() - Date.parse(attempt.startedAt)) / SEQ_STEP_MS);
    const seq = Math.max(1, (seqs.get(position) ?? 0) + 1, sinceStart);
    seqs.set(position, seq);
    return seq;
  };
  const numbered = (position: number, answer: QuizAnswer): SavedAnswer => ({
    position,
    answer,
    seq: nextSeq(position),
  });

  return {
    state,
    answer: (position: number, answer: QuizAnswer): void => {
      unsent.set(position, numbered(position, answer));
      keep();
      const { answers, status } = state.get();
      change({ answers: new Map(answers).set(position, answer), status: status === 'unsent' ? 'unsent' : 'sending' });
      if (status !== 'unsent') later(REST_MS);
    },
    flush,
    /** Answers that are sent with the attempt, when it is submitted. */
    unsent: (): SavedAnswer[] => [...unsent.values()],
    /** An answer that is sent by other means, in its place. */
    take: (position: number): SavedAnswer => {
      const { answers } = state.get();
      const stored = answers.get(position) ?? EMPTY;
      // A file was sent already: it stays under its number.
      if (stored.file) return { position, answer: stored, seq: seqs.get(position) ?? 1 };
      const taken = unsent.get(position) ?? numbered(position, stored);
      unsent.set(position, taken);
      keep();
      return taken;
    },
    nextSeq,
    /** A file that was sent is the answer. */
    received: (position: number, answer: QuizAnswer): void =>
      change({ answers: new Map(state.get().answers).set(position, answer), savedAt: now() }),
    settle: (saved: SavedAnswer): void => {
      settle(saved);
      if (unsent.size === 0) change({ status: 'saved', savedAt: now() });
    },
    /** The page is being closed: everything is sent at once, and stays until it is known to have arrived. */
    flushLast: (): void => {
      if (life.isStopped) return;
      for (const saved of unsent.values())
        send(saved, true).then(
          () => settle(saved),
          () => undefined,
        );
    },
    /** Once it is submitted. */
    end: (): void => {
      life.hasEnded = true;
      life.isStopped = true;
      clearTimeout(timer);
      unsent.clear();
      keep();
    },
    /** Until it is started again. */
    stop: (): void => {
      life.isStopped = true;
      clearTimeout(timer);
    },
    /** Sends what an earlier visit did not. */
    start: (): void => {
      if (life.hasEnded) return;
      life.isStopped = false;
      void flush();
    },
  };
};

export type AnswerSaver = ReturnType<typeof createAnswerSaver>;

export const EMPTY: QuizAnswer = { choices: [], text: '', parts: [], file: null };

export const isAnswered = (answer: QuizAnswer): boolean => !isEmptyAnswer(answer);
