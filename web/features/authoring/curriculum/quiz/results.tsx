import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { isGradedByPerson } from '#contract/classroom/quiz-words.ts';
import { questionTitle } from '#contract/plain-words.ts';
import { messages } from '#contract/messages.ts';
import type { QuestionFigures, Regrade, RegradePolicy } from '#contract/classroom/quiz-fields.ts';
import { call, download } from '#web/api/call.ts';
import { type QuizOfCourse, quizResultsQuery } from '#web/api/quiz-editing-queries.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { Badge, Panel } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { ExportButton } from '#web/ui/table/export.tsx';
import { formatMoment } from '#contract/format.ts';
import { AttemptsTable } from './attempts-table.tsx';
import { EveryoneAgain, Resets } from './resets.tsx';
import { typeNames } from './question-words.ts';
import { useShowSavedQuiz } from './use-quiz.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import type { Language } from '#contract/languages/language.ts';

/** Below it, a question tells those who know more from the others badly. */
const TELLS_APART = 0.2;

export const discriminationWords = (discrimination: number | null, { _ }: Language): string => {
  if (discrimination === null) return _(msg`Too few answers to say more`);
  const figure = discrimination.toFixed(2).replace('-', '−');
  if (discrimination < 0) return _(msg`Strong learners get it wrong (${figure}). Check the key.`);
  return discrimination < TELLS_APART
    ? _(msg`Says little about who knows more (${figure})`)
    : _(msg`Tells who knows more (${figure})`);
};

const Bar = ({ percent }: { percent: number }) => (
  <span className="block h-1.5 overflow-hidden rounded-full bg-base-300" aria-hidden="true">
    <span className="block h-full bg-primary" style={{ width: `${percent}%` }} />
  </span>
);

const Chosen = ({ chosen, answers }: Pick<QuestionFigures, 'chosen' | 'answers'>) => (
  <ul className="mt-3 space-y-1.5 text-sm">
    {chosen.map(({ text, isCorrect, people }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- two options may read the same
      <li key={index} className="grid grid-cols-[minmax(0,1fr)_6rem_2.5rem] items-center gap-3">
        <span dir="auto" className={`truncate ${isCorrect ? 'font-semibold' : 'text-muted'}`}>
          {questionTitle(text)}
          {isCorrect && (
            <span className="sr-only">
              {', '}
              <Trans context="answer">right</Trans>
            </span>
          )}
        </span>
        <Bar percent={answers === 0 ? 0 : (100 * people) / answers} />
        <span className="num text-end text-muted">{people}</span>
      </li>
    ))}
  </ul>
);

interface FiguresProps {
  figures: QuestionFigures;
  number: number;
  onOpen: (questionId: string) => void;
}

function Figures({ figures, number, onOpen }: FiguresProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { _id, text, type, answers, toGrade, rightPercent, discrimination, chosen } = figures;
  const graded = answers - toGrade;
  const isSuspect = !isGradedByPerson(type) && graded > 1 && (rightPercent === 0 || (discrimination ?? 0) < 0);
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-72">
          <span className="num text-muted">{number}.</span>{' '}
          <span dir="auto" className="font-medium wrap-anywhere">
            {questionTitle(text)}
          </span>
          <span className="meta block">
            {language._(typeNames[type])} · <Plural value={answers} one="# answer" other="# answers" />
            {toGrade > 0 && <> · {t`${toGrade} to grade`}</>}
          </span>
        </p>
        {graded > 0 && (
          <p className="w-32 shrink-0 text-sm">
            <Trans>
              <b className="num font-semibold">{rightPercent}%</b> right
            </Trans>
            <Bar percent={rightPercent} />
          </p>
        )}
      </div>
      {graded > 0 && <p className="meta mt-1">{discriminationWords(discrimination, language)}</p>}
      {isSuspect && (
        <p className="mt-2 flex flex-wrap items-center gap-3 text-sm font-medium text-warning">
          {rightPercent === 0 ? t`Everyone got it wrong. Is the key right?` : t`Is the key right?`}
          <Button tone="quiet" size="small" onClick={() => onOpen(_id)}>
            <Trans>Look at the key</Trans>
          </Button>
        </p>
      )}
      {answers > 0 && chosen.length > 0 && <Chosen chosen={chosen} answers={answers} />}
    </li>
  );
}

const policyNames: Record<RegradePolicy, MessageDescriptor> = {
  nobody_loses: msg`nobody loses`,
  new_only: msg`only the new answer counts`,
  full_credit: msg`everyone gets the points`,
  leave: msg`left as they were`,
};

function ScoreChange({ place, regrade }: { place: QuizOfCourse; regrade: Regrade }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { timeZone } = useSite();
  const showSaved = useShowSavedQuiz(place);
  const { _id: regradeId, text, policy, changedAt, rise, fall, isUndone } = regrade;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <p className="min-w-0 flex-1 basis-72 text-sm">
        <span dir="auto" className="font-medium wrap-anywhere">
          {questionTitle(text)}
        </span>
        <span className="meta num block">
          {formatMoment(changedAt, timeZone, language.locale)} · {language._(policyNames[policy])} ·{' '}
          <Trans>
            {rise} rose, {fall} fell
          </Trans>
        </span>
      </p>
      {isUndone ? (
        <Badge>
          <Trans>Undone</Trans>
        </Badge>
      ) : (
        <ActionButton
          tone="quiet"
          size="small"
          run={() =>
            call('POST /courses/:courseId/lectures/:lectureId/quiz/regrades/:regradeId/undo', {
              params: { ...place, regradeId },
            })
          }
          aria-label={t`Undo the change of ${{ title: questionTitle(text) }}`}
          messages={{ error: messages.quizzes.notUndone }}
          onSuccess={showSaved}
        >
          <Undo2 size={16} aria-hidden="true" />
          <Trans>Undo</Trans>
        </ActionButton>
      )}
    </li>
  );
}

interface ResultsProps {
  place: QuizOfCourse;
  onOpen: (questionId: string) => void;
}

/** How a quiz went: by question, and the changes of its scores. */
export function Results({ place, onOpen }: ResultsProps) {
  const { t } = useLingui();
  const query = useQuery(quizResultsQuery(place));
  return (
    <QueryBoundary query={query} failure={messages.quizzes.broken}>
      {({ attempts, people, passed, questions, regrades, resets }) =>
        attempts === 0 && resets.length === 0 ? (
          <EmptyState>
            <Trans>No attempts yet. What learners find hard shows here.</Trans>
          </EmptyState>
        ) : (
          <div className="grid gap-4">
            <Panel
              title={t`${plural(attempts, { one: '# attempt', other: '# attempts' })} by ${plural(people, { one: '# person', other: '# people' })}, ${passed} passed`}
              aside={
                <span className="flex flex-wrap gap-2">
                  {attempts > 0 && <EveryoneAgain place={place} />}
                  <ExportButton
                    run={() =>
                      download('GET /courses/:courseId/lectures/:lectureId/quiz/results/export', 'quiz-results.csv', {
                        params: { ...place },
                      })
                    }
                    isFiltered={false}
                  />
                </span>
              }
            >
              <ol className="divide-y divide-line">
                {questions.map((figures, index) => (
                  <Figures key={figures._id} figures={figures} number={index + 1} onOpen={onOpen} />
                ))}
              </ol>
            </Panel>
            <AttemptsTable place={place} />
            {resets.length > 0 && <Resets resets={resets} />}
            {regrades.length > 0 && (
              <Panel title={t`Changes of scores`}>
                <ul className="divide-y divide-line">
                  {regrades.map((regrade) => (
                    <ScoreChange key={regrade._id} place={place} regrade={regrade} />
                  ))}
                </ul>
              </Panel>
            )}
          </div>
        )
      }
    </QueryBoundary>
  );
}
