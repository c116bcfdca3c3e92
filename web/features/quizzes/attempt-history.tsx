import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { Quiz } from '#contract/classroom/quiz-fields.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { formatMoment } from '#contract/format.ts';
import type { QuizLinks } from './quiz-links.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { scoreIn } from './quiz-words-in.ts';

/** The attempts of this learner, the last one first. */
export const AttemptHistory = ({ attempts, links }: { attempts: Quiz['attempts']; links: QuizLinks }) => {
  const language = useLanguage();
  const { timeZone } = useSite();
  if (attempts.length === 0) return null;
  return (
    <section aria-labelledby="quiz-attempts" className="mt-8">
      <h3 id="quiz-attempts" className="font-sans text-sm font-semibold tracking-normal">
        <Trans>Your attempts</Trans>
      </h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {attempts.toReversed().map((attempt) => (
          <li key={attempt._id}>
            <Link
              to={links.attempt(attempt._id)}
              preventScrollReset
              className="flex min-h-12 items-center gap-3 py-2 text-sm hover:underline"
            >
              <span className="font-medium">
                <Trans>Attempt {{ number: attempt.number }}</Trans>
              </span>
              <span className="min-w-0 flex-1 text-muted">
                {attempt.submittedAt !== null && formatMoment(attempt.submittedAt, timeZone, language.locale)}
              </span>
              <span className="num">{scoreIn(attempt, language)}</span>
              <ChevronRight size={18} className="text-muted" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
