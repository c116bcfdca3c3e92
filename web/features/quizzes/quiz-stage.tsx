import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Quiz, QuizAttempt } from '#contract/classroom/quiz-fields.ts';
import { messages } from '#contract/messages.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { type QuizLinks, useQuizLinks } from './quiz-links.ts';
import { QuizResult } from './quiz-result.tsx';
import { QuizStart } from './quiz-start.tsx';
import { Taking } from './attempt.tsx';
import { attemptQuery, quizQuery } from './quiz-queries.ts';
import './quizzes.css';

interface QuizStageProps {
  course: Pick<Course, '_id'>;
  lecture: Pick<Lecture, '_id' | 'title'>;
  /** Fetches the lecture again, with what is done of it. */
  reload: () => Promise<unknown>;
}

interface AttemptProps {
  courseId: string;
  attemptId: string;
  quiz: Quiz;
  links: QuizLinks;
  reload: () => Promise<unknown>;
}

const Attempt = ({ courseId, attemptId, quiz, links, reload }: AttemptProps) => {
  const queryClient = useQueryClient();
  const place = { courseId, lectureId: quiz.lectureId, attemptId };
  const query = useQuery(attemptQuery(place));
  /** A quiz that is passed is done: in the list, in the course, and for its certificate. */
  const note = async ({ score }: QuizAttempt): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: queryKeys.quiz(quiz.lectureId), exact: true });
    if (!score?.hasPassed) return;
    await Promise.all([
      reload(),
      ...[queryKeys.certificates, queryKeys.progress].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    ]);
  };
  return (
    <QueryBoundary
      query={query}
      skeleton={<div className="quiz-page min-h-96" />}
      failure={messages.quizzes.failed}
      messageClass="quiz-page"
    >
      {({ attempt }) =>
        attempt.state === 'open' ? (
          <Taking
            key={attempt._id}
            {...{ place, quiz, attempt, links }}
            receivedAt={query.dataUpdatedAt}
            onSubmitted={note}
          />
        ) : (
          <QuizResult key={attempt._id} {...{ courseId, quiz, attempt, links }} />
        )
      }
    </QueryBoundary>
  );
};

/** A quiz in the place of the player: its rules, an attempt while it is open, and its result. */
export const QuizStage = ({ course: { _id: courseId }, lecture, reload }: QuizStageProps) => {
  const links = useQuizLinks(lecture._id);
  const query = useQuery(quizQuery({ courseId, lectureId: lecture._id }));
  const { attemptId } = links;
  return (
    <section aria-label={`Quiz: ${lecture.title}`} className="quiz-stage">
      <QueryBoundary
        query={query}
        skeleton={<div className="quiz-page min-h-96" />}
        failure={messages.quizzes.failed}
        messageClass="quiz-page"
      >
        {({ quiz }) =>
          attemptId === undefined ? (
            <QuizStart {...{ courseId, quiz, links }} />
          ) : (
            <Attempt key={attemptId} {...{ courseId, attemptId, quiz, links, reload }} />
          )
        }
      </QueryBoundary>
    </section>
  );
};
