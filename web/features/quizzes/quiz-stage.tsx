import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Quiz, QuizAttempt } from '#contract/classroom/quiz-fields.ts';
import { messages } from '#contract/messages.ts';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { invalidate } from '#web/api/query.ts';
import type { NextLecture } from '#web/features/classroom/player/use-player.ts';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { type QuizLinks, useQuizLinks } from './quiz-links.ts';
import { QuizResult } from './quiz-result.tsx';
import { QuizStart } from './quiz-start.tsx';
import { Taking } from './attempt.tsx';
import { attemptQuery, quizQuery } from './quiz-queries.ts';
import './quizzes.css';

interface QuizStageProps {
  courseId: string;
  lecture: Pick<Lecture, '_id' | 'title'>;
  /** Fetches the lecture again, with what is done of it. */
  reload: () => Promise<unknown>;
  next: NextLecture | undefined;
}

interface AttemptProps extends Pick<QuizStageProps, 'reload' | 'next'> {
  courseId: string;
  attemptId: string;
  quiz: Quiz;
  links: QuizLinks;
}

const Attempt = ({ courseId, attemptId, quiz, links, reload, next }: AttemptProps) => {
  const queryClient = useQueryClient();
  const [isNew, setNew] = useState(false);
  const place = { courseId, lectureId: quiz.lectureId, attemptId };
  const query = useQuery(attemptQuery(place));
  /** A quiz that is passed is done: in the list, in the course, and for its certificate. */
  const note = async ({ score }: QuizAttempt): Promise<void> => {
    setNew(true);
    await queryClient.invalidateQueries({ queryKey: ['quizzes', quiz.lectureId], exact: true });
    if (!score?.hasPassed) return;
    await Promise.all([reload(), invalidate(queryClient, ['certificates', 'progress'])]);
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
          <QuizResult key={attempt._id} {...{ courseId, quiz, attempt, links, next, isNew }} />
        )
      }
    </QueryBoundary>
  );
};

/** Its rules, an attempt while it is open, and its result. */
const QuizOfCourse = ({ courseId, lecture, reload, next }: QuizStageProps) => {
  const { t } = useLingui();
  const links = useQuizLinks(lecture._id);
  const query = useQuery(quizQuery({ courseId, lectureId: lecture._id }));
  const { attemptId } = links;
  const [seenId, setSeenId] = useState<string>();
  if (attemptId !== undefined && attemptId !== seenId) setSeenId(attemptId);
  return (
    <section aria-label={t`Quiz: ${{ title: lecture.title }}`} className="quiz-stage">
      <QueryBoundary
        query={query}
        skeleton={<div className="quiz-page min-h-96" />}
        failure={messages.quizzes.failed}
        messageClass="quiz-page"
      >
        {({ quiz }) =>
          attemptId === undefined ? (
            <QuizStart {...{ courseId, quiz, links }} leftId={seenId} />
          ) : (
            <Attempt key={attemptId} {...{ courseId, attemptId, quiz, links, reload, next }} />
          )
        }
      </QueryBoundary>
    </section>
  );
};

/** A quiz in the place of the player. */
export const QuizStage = ({
  course,
  ...props
}: Omit<QuizStageProps, 'courseId'> & { course: Pick<Course, '_id'> | undefined }) =>
  course && <QuizOfCourse {...props} courseId={course._id} />;
