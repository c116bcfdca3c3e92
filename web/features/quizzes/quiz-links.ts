import { useQueryClient } from '@tanstack/react-query';
import { type Path, useSearchParams } from 'react-router';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { QuizMoment } from '#contract/classroom/quiz-fields.ts';
import { lecturesQuery } from '#web/api/lecture-queries.ts';

/** Parts of the classroom's address that belong to a quiz or a place in a lecture; another lecture has none of them. */
export const QUIZ_PARTS = ['attempt', 'at', 'quiz', 'part', 'find'] as const;

const addressWith = (search: URLSearchParams, parts: Readonly<Record<string, string>>) => {
  const next = new URLSearchParams(search);
  for (const part of QUIZ_PARTS) next.delete(part);
  for (const [name, value] of Object.entries(parts)) next.set(name, value);
  return { search: `?${next}` };
};

/** Addresses of the classroom around one quiz. */
export const useQuizLinks = (lectureId: string) => {
  const [search] = useSearchParams();
  const queryClient = useQueryClient();
  const attemptId = search.get('attempt') ?? undefined;
  return {
    attemptId,
    /** A lecture of the course, if its page has loaded it. */
    lectureOf: (id: string): Lecture | undefined => {
      const courseId = search.get('course') ?? '';
      const views = [{}, { drafts: 'true' }, { drafts: 'true', as: 'learner' }] as const;
      const loaded = views.map((view) => lecturesQuery(courseId, view));
      return loaded
        .flatMap(({ queryKey }) => queryClient.getQueryData(queryKey)?.lectures ?? [])
        .find(({ _id }) => _id === id);
    },
    /** The first page of the quiz, with its rules and all attempts. */
    start: addressWith(search, { lecture: lectureId }),
    attempt: (id: string) => addressWith(search, { lecture: lectureId, attempt: id }),
    /** The minute that explains a question; from there one comes back to the attempt. */
    watch: ({ lectureId: explaining, fromMs }: Pick<QuizMoment, 'lectureId' | 'fromMs'>): Partial<Path> =>
      addressWith(search, {
        lecture: explaining,
        at: String(Math.floor(fromMs / 1000)),
        quiz: lectureId,
        ...(attemptId === undefined ? {} : { attempt: attemptId }),
      }),
  };
};

export type QuizLinks = ReturnType<typeof useQuizLinks>;

/** The quiz from which a learner came to watch a minute; undefined for others. */
export const useWayBack = (lectureId: string) => {
  const [search] = useSearchParams();
  const quizId = search.get('quiz');
  const attemptId = search.get('attempt');
  if (quizId === null || quizId === lectureId) return undefined;
  return addressWith(search, { lecture: quizId, ...(attemptId === null ? {} : { attempt: attemptId }) });
};

/** Where the player begins, in seconds; undefined where it resumes. */
export const useMoment = (): number | undefined => {
  const [search] = useSearchParams();
  const seconds = Number(search.get('at') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};
