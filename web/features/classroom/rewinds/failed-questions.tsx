import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { failedQuestionsQuery } from '#web/api/question-queries.ts';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { questionTitle } from '#contract/plain-words.ts';

/** What most answers of seven days got wrong in quizzes; nothing where there are few answers. */
export function FailedQuestions({ week }: { week: 'this' | 'last' }) {
  const { t } = useLingui();
  const { data } = useQuery(failedQuestionsQuery(week));
  const { quiz } = useCoursePages();
  if (!data || data.questions.length === 0) return null;
  return (
    <section className="surface mt-6 p-5" aria-labelledby="failed">
      <h2 id="failed" className="text-title">
        <Trans>Failed in quizzes</Trans>
      </h2>
      <p className="meta">{week === 'this' ? t`In the last 7 days` : t`In the 7 days before the last 7`}</p>
      <ol className="mt-3 divide-y divide-line">
        {data.questions.map(({ _id, text, answers, wrong, course, lecture }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 last:pb-0">
            <span className="min-w-0 flex-1 basis-72">
              <Link
                to={quiz({ course: course._id, lecture: lecture._id, tab: 'results' })}
                className="line-clamp-2 font-medium wrap-anywhere hover:underline"
                dir="auto"
              >
                {questionTitle(text)}
              </Link>
              <span className="meta block wrap-anywhere">
                {lecture.title}, {course.title}
              </span>
            </span>
            <span className="num text-sm">
              <Trans>
                <b className="font-semibold">{Math.round((100 * wrong) / answers)}%</b> of{' '}
                <Plural value={answers} one="# answer" other="# answers" /> not right
              </Trans>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
