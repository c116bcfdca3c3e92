import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { AttemptQuestion, QuizAttempt } from '#contract/classroom/quiz-fields.ts';
import type { QuizAnswer } from '#contract/classroom/quiz-questions.ts';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { onReconnect, useOnline } from '#web/api/connection.ts';
import { useAction } from '#web/api/use-action.ts';
import { type AnswerSaver, createAnswerSaver, EMPTY, isAnswered } from './answer-saver.ts';
import { offsetOf } from './deadline.ts';
import { forgetHandedIn, handIn, isHandedIn } from './submission.ts';
import { forgetFlags } from './use-flags.ts';
import { type AttemptPlace, attemptQuery, noteDownloadedQuiz } from './quiz-queries.ts';

const { failed } = messages.quizzes;
const FILE_NAME_MAX_LENGTH = 150;

interface Taking {
  place: AttemptPlace;
  attempt: QuizAttempt;
  /** When the attempt was received, by the clock of this device. */
  receivedAt: number;
  /** Called with the submitted attempt. */
  onSubmitted: (attempt: QuizAttempt) => Promise<unknown>;
}

/** The answers of an open attempt: kept by the server, and here until they are. */
const useAnswers = ({ place, attempt, offsetMs }: { place: AttemptPlace; attempt: QuizAttempt; offsetMs: number }) => {
  const queryClient = useQueryClient();
  const [saver] = useState(() =>
    createAnswerSaver({
      attempt,
      now: () => Date.now() + offsetMs,
      send: (body, isKeptAlive) =>
        call('PUT /courses/:courseId/lectures/:lectureId/attempts/:attemptId/answers', {
          params: { ...place },
          body,
          isKeptAlive,
        }),
      // It was submitted elsewhere, or access has ended: what the server says of it is shown.
      onRefused: () => void invalidate(queryClient, [['quizzes', place.lectureId]]),
    }),
  );
  const { answers, status, savedAt } = useSyncExternalStore(saver.state.subscribe, saver.state.get);
  useEffect(() => {
    saver.start();
    const sendLast = (): void => saver.flushLast();
    window.addEventListener('pagehide', sendLast);
    const stopWaiting = onReconnect(() => void saver.flush());
    return () => {
      window.removeEventListener('pagehide', sendLast);
      stopWaiting();
      saver.flushLast();
      saver.stop();
    };
  }, [saver]);
  const keepCopy = useEffectEvent(() => {
    const questions = attempt.questions.map((question) =>
      question.isLocked ? question : { ...question, answer: answers.get(question.position) ?? question.answer },
    );
    void noteDownloadedQuiz(place.lectureId, { attempt: { ...attempt, questions } });
  });
  useEffect(() => {
    if (savedAt !== null) keepCopy();
  }, [savedAt]);
  return { saver, answers, status, savedAt };
};

const withQuestion = <T extends { attempt: QuizAttempt }>(response: T, checked: AttemptQuestion): T => ({
  ...response,
  attempt: {
    ...response.attempt,
    questions: response.attempt.questions.map((question) =>
      question.position === checked.position ? checked : question,
    ),
  },
});

interface Submitting extends Pick<Taking, 'place' | 'attempt' | 'onSubmitted'> {
  saver: AnswerSaver;
}

/** Without a connection, practice is handed in here and submitted once the connection is back. */
const useSubmit = ({ place, attempt, saver, onSubmitted }: Submitting) => {
  const queryClient = useQueryClient();
  const [isWaiting, setWaiting] = useState(() => isHandedIn(place.attemptId));
  const submit = useAction({
    run: async () => {
      try {
        const response = await call('POST /courses/:courseId/lectures/:lectureId/attempts/:attemptId/submit', {
          params: { ...place },
          body: { answers: saver.unsent() },
        });
        return { response };
      } catch (error) {
        if (attempt.mode === 'test' || !(error instanceof ApiError) || error.status !== 0) throw error;
        handIn(place);
        return { response: undefined };
      }
    },
    messages: { error: failed },
    onSuccess: async ({ response }) => {
      setWaiting(response === undefined);
      if (!response) return;
      saver.end();
      forgetHandedIn(place.attemptId);
      forgetFlags(place.attemptId);
      queryClient.setQueryData(attemptQuery(place).queryKey, response);
      void noteDownloadedQuiz(place.lectureId, { attempt: response.attempt });
      await onSubmitted(response.attempt);
    },
  });
  const again = useEffectEvent(() => {
    if (isHandedIn(place.attemptId)) void submit.start(undefined);
  });
  useEffect(() => {
    again();
    return onReconnect(() => again());
  }, []);
  return { submit, isWaiting };
};

/** An open attempt while it is answered. */
export const useAttempt = ({ place, attempt, receivedAt, onSubmitted }: Taking) => {
  const queryClient = useQueryClient();
  const offsetMs = offsetOf(attempt.now, receivedAt);
  const { saver, answers, status, savedAt } = useAnswers({ place, attempt, offsetMs });
  const params = { ...place };
  const answerOf = (position: number): QuizAnswer => answers.get(position) ?? EMPTY;

  const check = useAction({
    run: async (position: number) => {
      const body = saver.take(position);
      const { question } = await call('POST /courses/:courseId/lectures/:lectureId/attempts/:attemptId/check', {
        params,
        body,
      });
      saver.settle(body);
      return question;
    },
    messages: { error: failed },
    onError: () => void queryClient.invalidateQueries({ queryKey: attemptQuery(place).queryKey }),
    onSuccess: async (checked) => {
      // The server shows the next question once this one is locked.
      if (!attempt.canGoBack) await queryClient.invalidateQueries({ queryKey: attemptQuery(place).queryKey });
      else queryClient.setQueryData(attemptQuery(place).queryKey, (known) => known && withQuestion(known, checked));
    },
  });
  const sendFile = async (position: number, file: File, onProgress: (fraction: number) => void): Promise<void> => {
    const sent = await call('POST /courses/:courseId/lectures/:lectureId/attempts/:attemptId/files', {
      params,
      fields: { position, seq: saver.nextSeq(position), name: file.name.slice(-FILE_NAME_MAX_LENGTH) },
      files: { file },
      onProgress,
    });
    if (sent.file) saver.received(position, { ...EMPTY, file: sent.file });
    else await queryClient.invalidateQueries({ queryKey: attemptQuery(place).queryKey });
  };
  const { submit, isWaiting } = useSubmit({ place, attempt, saver, onSubmitted });
  /** Submits it, unless its end has been moved meanwhile. */
  const expire = async (): Promise<void> => {
    const known = await queryClient.fetchQuery({ ...attemptQuery(place), staleTime: 0 }).catch(() => undefined);
    if (known === undefined || known.attempt.deadlineAt === attempt.deadlineAt) await submit.start(undefined);
  };
  return {
    attempt,
    expire,
    offsetMs,
    isOnline: useOnline(),
    /** It is handed in, and waits for a connection. */
    isWaiting,
    status,
    savedAt,
    answerOf,
    sendFile,
    answer: (position: number, answer: QuizAnswer): void => saver.answer(position, answer),
    isAnswered: ({ position }: AttemptQuestion): boolean => isAnswered(answerOf(position)),
    check,
    submit,
  };
};

export type OpenAttempt = ReturnType<typeof useAttempt>;
