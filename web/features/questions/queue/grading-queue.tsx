import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { ToGrade } from '#contract/classroom/quiz-fields.ts';
import { questionQueueQuery } from '#web/api/question-queries.ts';
import { toGradeQuery } from '#web/api/quiz-editing-queries.ts';
import { shortWait } from '#web/features/questions/wait.ts';
import { EmptyState, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { Filters, Pages } from '#web/ui/table/table.tsx';
import { useTable } from '#web/ui/table/use-table.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { useNow } from '#web/ui/use-now.ts';
import { AnswerToGrade } from './answer-to-grade.tsx';
import { stateFilter } from './question-queue.tsx';
import { useQueueKeys } from './use-queue-keys.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

const keyOf = ({ attemptId, position }: ToGrade): string => `${attemptId} ${position}`;
const linkId = (key: string): string => `graded-${key}`;

interface EntryProps {
  answer: ToGrade;
  isShown: boolean;
  onChoose: () => void;
}

const Entry = ({ answer, isShown, onChoose }: EntryProps) => {
  const now = useNow();
  const locale = useLocale();
  const { author, lecture, submittedAt } = answer;
  const text = answer.lateAnswer ?? answer.answer;
  return (
    <button
      type="button"
      id={linkId(keyOf(answer))}
      aria-label={`${author}: ${text}`}
      className="inbox-entry w-full cursor-pointer text-start"
      aria-current={isShown || undefined}
      data-open=""
      onClick={onChoose}
    >
      <span className="grid h-5 w-4 shrink-0 place-items-center">
        <span className="h-2 w-2 rounded-full bg-primary" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex justify-between gap-3">
          <span className="inbox-name truncate">{author}</span>
          <span className="meta num shrink-0">{shortWait(now - Date.parse(submittedAt), locale)}</span>
        </span>
        <span dir="auto" className="line-clamp-2 text-muted">
          “{text}”
        </span>
        <span className="meta mt-0.5 flex items-center gap-1.5">
          <ListChecks size={14} aria-hidden="true" />
          <span className="truncate">{lecture.title}</span>
        </span>
      </span>
    </button>
  );
};

/** The answers with the chosen one; graded ones leave the list, and the next takes their place. */
const useGrading = (answers: readonly ToGrade[], isWide: boolean) => {
  const [chosen, choose] = useState<string>();
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const ordered = [
    ...answers.filter((one) => !skipped.includes(keyOf(one))),
    ...skipped.flatMap((key) => answers.find((one) => keyOf(one) === key) ?? []),
  ];
  const shown = ordered.find((one) => keyOf(one) === chosen) ?? (isWide ? ordered[0] : undefined);
  const index = shown ? ordered.indexOf(shown) : -1;
  const at = (step: number): (() => void) | undefined => {
    const neighbour = index === -1 ? undefined : ordered[index + step];
    return neighbour && (() => choose(keyOf(neighbour)));
  };
  const [next, previous] = [at(1), at(-1)];
  const skip = (): void => {
    if (!shown) return;
    setSkipped([...skipped.filter((key) => key !== keyOf(shown)), keyOf(shown)]);
    next?.();
  };
  useQueueKeys({ next, previous, skip, use: () => undefined });
  return { ordered, shown, index, next, previous, choose, openNext: (): void => (next ?? previous)?.() };
};

interface GradingQueueProps {
  heading: ReactNode;
  /** Whether the school has questions too. */
  hasQuestions: boolean;
}

/** The answers of quizzes that a person grades, beside the chosen one, the oldest first. */
export function GradingQueue({ heading, hasQuestions }: GradingQueueProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const control = useTable();
  const { pageSize: limit, offset } = control;
  const query = useQuery(toGradeQuery({ limit, offset }));
  const { data: waiting } = useQuery({
    ...questionQueueQuery({ state: 'waiting', limit: 1, offset: 0 }),
    enabled: hasQuestions,
  });
  const isWide = useMedia('(width >= 64rem)');
  const { ordered, shown, index, next, previous, choose, openNext } = useGrading(query.data?.answers ?? [], isWide);
  const shownKey = shown && keyOf(shown);
  useEffect(() => {
    if (shownKey !== undefined) document.getElementById(linkId(shownKey))?.scrollIntoView({ block: 'nearest' });
  }, [shownKey]);
  return (
    <div className="inbox">
      {(isWide || !shown) && (
        <section
          className="w-full pb-4 lg:w-97 lg:shrink-0 lg:overflow-y-auto lg:border-e lg:border-line"
          aria-label={t`Answers`}
        >
          <div className="inbox-head grid gap-3.5 pt-6 pb-4">
            {heading}
            {hasQuestions && (
              <Filters control={control} filters={[stateFilter(waiting?.counts, query.data?.total, language)]} />
            )}
            <p className="meta">
              <Trans>Oldest first</Trans>
            </p>
          </div>
          <QueryBoundary query={query} failure={messages.quizzes.broken} messageClass="p-4">
            {({ answers, total }) => (
              <>
                {answers.length === 0 && (
                  <EmptyState>
                    <Trans>Nothing waits for a grade.</Trans>
                  </EmptyState>
                )}
                <ol aria-label={t`Answers to grade`}>
                  {ordered.map((answer) => (
                    <li key={keyOf(answer)}>
                      <Entry answer={answer} isShown={answer === shown} onChoose={() => choose(keyOf(answer))} />
                    </li>
                  ))}
                </ol>
                <Pages
                  label={t`Answers`}
                  page={{ rows: answers, total }}
                  control={control}
                  isOld={query.isPlaceholderData}
                />
              </>
            )}
          </QueryBoundary>
        </section>
      )}
      {shown && (
        <AnswerToGrade
          key={keyOf(shown)}
          answer={shown}
          place={{ number: offset + index + 1, total: query.data?.total ?? 0, previous, next }}
          onBack={isWide ? undefined : () => choose(undefined)}
          onGraded={openNext}
        />
      )}
    </div>
  );
}
