import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { earnedIn } from '#web/features/quizzes/quiz-words-in.ts';
import { messages } from '#contract/messages.ts';
import { type QuizOfCourse, submittedAttemptQuery } from '#web/api/quiz-editing-queries.ts';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { AnswerList } from '#web/features/quizzes/answer-list.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PersonName } from '#web/app/session/person-name.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatMoment } from '#contract/format.ts';
import '#web/features/quizzes/quizzes.css';
import { useLanguage } from '#web/ui/language/language.tsx';

/** A submitted attempt of a learner, with the right answers. */
export function AttemptView({ place, attemptId }: { place: QuizOfCourse; attemptId: string }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { locale } = language;
  const query = useQuery(submittedAttemptQuery({ ...place, attemptId }));
  const { timeZone } = useSite();
  const { quiz } = useCoursePages();
  const results = quiz({ course: place.courseId, lecture: place.lectureId, tab: 'results' });
  return (
    <>
      <BackLink to={results} isQuiet>
        <Trans>All attempts</Trans>
      </BackLink>
      <QueryBoundary
        query={query}
        failure={messages.quizzes.broken}
        notFound={{
          action: (
            <LinkButton to={results}>
              <Trans>See all attempts</Trans>
            </LinkButton>
          ),
        }}
      >
        {({ person, attempt: { number, submittedAt, score, questions, reset } }) => (
          <section className="surface mt-3 overflow-clip" aria-labelledby="attempt-of">
            <div className="p-5 sm:px-8">
              <h2 id="attempt-of" className="text-title wrap-anywhere">
                <PersonName userId={person._id}>{person.fullName}</PersonName>
              </h2>
              <p className="meta num">
                <Trans>Attempt {number}</Trans>
                {submittedAt !== null && `, ${formatMoment(submittedAt, timeZone, locale)}`}
              </p>
              <p className="num mt-3 font-semibold">
                {score
                  ? `${score.percent}%, ${earnedIn(score.earned, score.points, language)}. ${score.hasPassed ? t`Passed` : t`Not passed`}.`
                  : t`You mark a part of it.`}
              </p>
              {reset && (
                <p className="mt-2 wrap-anywhere">
                  <Trans>
                    Reset on {{ time: formatMoment(reset.at, timeZone, locale) }}, so it does not count: {reset.reason}
                  </Trans>
                </p>
              )}
            </div>
            <AnswerList place={{ ...place, attemptId }} questions={questions} answerName={t`Answer`} />
          </section>
        )}
      </QueryBoundary>
    </>
  );
}
