import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CircleQuestionMark, Lock } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatPosition } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { messages } from '#contract/messages.ts';
import type { QueueEntry, QueueState } from '#contract/classroom/question-queue.ts';
import { questionQueueQuery, queuedQuestionQuery } from '#web/api/question-queries.ts';
import { toGradeQuery } from '#web/api/quiz-editing-queries.ts';
import { aboutLong, shortWait } from '#web/features/questions/wait.ts';
import { SearchField } from '#web/ui/inputs/search-field.tsx';
import { EmptyState, LoadingNote, QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { NoMatches } from '#web/ui/table/no-matches.tsx';
import { Filters, Pages } from '#web/ui/table/table.tsx';
import { type TableControl, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { useNow } from '#web/ui/use-now.ts';
import { QueuedQuestionView, suggestionsOf } from './queued-question.tsx';
import { type AnswerToSend, useAnswering } from './use-answering.tsx';
import { useQueueKeys } from './use-queue-keys.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';
import type { Language } from '#contract/languages/language.ts';

const OTHER_STATES = ['review', 'answered'] as const;

/** The chips of the queue; those of answers to grade belong to another list. */
export const stateFilter = (
  counts: Partial<Record<QueueState, number>> = {},
  toGrade: number | undefined,
  { _ }: Language,
): TableFilter => ({
  id: 'state',
  title: _(msg`State`),
  shape: 'chips',
  none: _(msg`Waiting`),
  total: counts.waiting,
  options: [
    { value: 'grade', label: _(msg`To grade`), count: toGrade },
    { value: 'review', label: _(msg`To review`), count: counts.review },
    { value: 'answered', label: _(msg`Answered`), count: counts.answered },
  ],
});

/** The chosen question is in the address; without one, wide windows show the first. */
const useChosen = () => {
  const [address, setAddress] = useSearchParams();
  return {
    chosen: address.get('question') ?? undefined,
    choose: (questionId: string | undefined): void => {
      const next = new URLSearchParams(address);
      if (questionId === undefined) next.delete('question');
      else next.set('question', questionId);
      setAddress(next, { preventScrollReset: questionId !== undefined });
    },
  };
};

const linkId = (questionId: string): string => `queued-${questionId}`;

/** What waits has a dot and weight, what is answered a tick. */
const Entry = ({ entry, isShown, isDone }: { entry: QueueEntry; isShown: boolean; isDone: boolean }) => {
  const { t } = useLingui();
  const now = useNow();
  const locale = useLocale();
  const [address] = useSearchParams();
  const { _id, author, excerpt, course, atMs, createdAt, isPrivate, standing } = entry;
  return (
    <Link
      to={`?${new URLSearchParams([...[...address].filter(([key]) => key !== 'question'), ['question', _id]])}`}
      id={linkId(_id)}
      className="inbox-entry"
      aria-current={isShown || undefined}
      data-open={!isDone || undefined}
      preventScrollReset
    >
      <span className="grid h-5 w-4 shrink-0 place-items-center">
        {isDone ? (
          <Check size={16} className="text-muted" aria-hidden="true" />
        ) : (
          <span className="h-2 w-2 rounded-full bg-primary" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex justify-between gap-3">
          <span className="inbox-name truncate">{author}</span>
          <span className="meta num shrink-0">{shortWait(now - Date.parse(createdAt), locale)}</span>
        </span>
        <span dir="auto" className="line-clamp-2 text-muted">
          {excerpt}
        </span>
        <span className="meta mt-0.5 flex items-center gap-1.5">
          {isPrivate ? <Lock size={14} aria-label={t`Private`} /> : <CircleQuestionMark size={14} aria-hidden="true" />}
          <span className="num truncate">
            {course.title}
            {atMs !== null && ` · ${formatPosition(atMs)}`}
          </span>
          {standing !== 'shown' && <span className="ms-auto shrink-0 font-medium text-error">{standing}</span>}
        </span>
      </span>
    </Link>
  );
};

interface QueueOptions {
  entries: readonly QueueEntry[];
  shown: string | undefined;
  choose: (questionId: string | undefined) => void;
}

/** Answers, and opens the next question at once. */
const useQueue = ({ entries, shown, choose }: QueueOptions) => {
  const language = useLanguage();
  const { timeZone } = useSite();
  const queryClient = useQueryClient();
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const answer = useAnswering(choose);
  const ordered = [
    ...entries.filter(({ _id }) => !skipped.includes(_id)),
    ...skipped.flatMap((id) => entries.find(({ _id }) => _id === id) ?? []),
  ];
  const position = ordered.findIndex(({ _id }) => _id === shown);
  const neighbour = (step: number) => (position === -1 ? undefined : ordered[position + step]?._id);
  const goTo = (id: string | undefined) => (id === undefined ? undefined : () => choose(id));
  const [next, previous] = [neighbour(1), neighbour(-1)];
  const send = (body: AnswerToSend, opensNext: boolean): void => {
    if (shown === undefined) return;
    void answer(shown, body);
    if (opensNext) choose(next ?? previous);
  };
  const skip = (): void => {
    if (shown === undefined) return;
    setSkipped([...skipped.filter((id) => id !== shown), shown]);
    if (next !== undefined) choose(next);
  };
  const use = (index: number): void => {
    const known = shown === undefined ? undefined : queryClient.getQueryData(queuedQuestionQuery(shown).queryKey);
    const suggestion = known && suggestionsOf(known.queued, timeZone, language)[index];
    if (suggestion) send(suggestion.answer, true);
  };
  useQueueKeys({ next: goTo(next), previous: goTo(previous), skip, use });
  return { ordered, position, next: goTo(next), previous: goTo(previous), send };
};

interface ListProps {
  heading: ReactNode;
  control: TableControl;
  query: ReturnType<typeof useQueueQuery>;
  ordered: readonly QueueEntry[];
  shown: string | undefined;
}

const stateOf = (control: TableControl) => control.choice('state', OTHER_STATES) ?? 'waiting';

const useQueueQuery = (control: TableControl) => {
  const { pageSize: limit, offset, search } = control;
  return useQuery(questionQueueQuery({ state: stateOf(control), limit, offset, ...(search !== '' && { search }) }));
};

/** What is above the list. */
const Head = ({ heading, control, query }: ListProps) => {
  const { t } = useLingui();
  const medianMs = query.data?.medianMs ?? null;
  const grading = useQuery(toGradeQuery());
  const language = useLanguage();
  return (
    <div className="inbox-head grid gap-3.5 pt-6 pb-4">
      {heading}
      <SearchField
        label={t`Search questions`}
        value={control.search}
        onSearch={(next) => control.change({ search: next, question: '' }, { replaces: true })}
      />
      <Filters control={control} filters={[stateFilter(query.data?.counts, grading.data?.total, language)]} />
      <p className="meta flex justify-between gap-3">
        <span>{stateOf(control) === 'answered' ? t`Newest first` : t`Oldest first`}</span>
        {medianMs !== null && (
          <span>
            <Trans>Answered in {aboutLong(medianMs, language)}</Trans>
          </span>
        )}
      </p>
    </div>
  );
};

const List = (props: ListProps) => {
  const { t } = useLingui();
  const { control, query, ordered, shown } = props;
  const state = stateOf(control);
  return (
    <section
      className="w-full pb-4 lg:w-97 lg:shrink-0 lg:overflow-y-auto lg:border-e lg:border-line"
      aria-label={t`Questions`}
    >
      <Head {...props} />
      <QueryBoundary
        query={query}
        skeleton={
          <div className="late p-4">
            <LoadingNote>
              <Trans>Loading questions</Trans>
            </LoadingNote>
            <RowsSkeleton />
          </div>
        }
        failure={messages.questions.failed}
        messageClass="p-4"
      >
        {({ entries, total, medianMs }) => (
          <>
            <ol aria-label={t`Questions to answer`}>
              {ordered.map((entry) => (
                <li key={entry._id}>
                  <Entry entry={entry} isShown={entry._id === shown} isDone={state === 'answered'} />
                </li>
              ))}
            </ol>
            {entries.length === 0 && (
              <NothingHere
                search={state === 'waiting' ? control.search : ''}
                isFiltered={control.search !== '' || state !== 'waiting'}
                medianMs={medianMs}
                onClear={() => control.change({ search: '', state: '' })}
              />
            )}
            <Pages
              label={t`Questions`}
              page={{ rows: entries, total }}
              control={control}
              isOld={query.isPlaceholderData}
            />
          </>
        )}
      </QueryBoundary>
    </section>
  );
};

/** The questions that wait: a list and the chosen one, beside each other or, in narrow windows, one after the other. */
export function QuestionQueue({ heading }: { heading: ReactNode }) {
  const control = useTable();
  const query = useQueueQuery(control);
  const isWide = useMedia('(width >= 64rem)');
  const { chosen, choose } = useChosen();
  const entries = query.data?.entries ?? [];
  const shown = chosen ?? (isWide ? entries[0]?._id : undefined);
  const { ordered, position, previous, next, send } = useQueue({ entries, shown, choose });
  useEffect(() => {
    if (shown !== undefined) document.getElementById(linkId(shown))?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const number = position === -1 ? undefined : position + 1;
  return (
    <div className="inbox">
      {(isWide || shown === undefined) && <List {...{ heading, control, query, ordered, shown }} />}
      {shown !== undefined && (
        <QueuedQuestionView
          key={shown}
          questionId={shown}
          place={{ number, total: query.data?.total ?? 0, previous, next }}
          onBack={isWide ? undefined : () => choose(undefined)}
          onSend={send}
        />
      )}
    </div>
  );
}

interface NothingHereProps {
  search: string;
  isFiltered: boolean;
  medianMs: number | null;
  onClear: () => void;
}

const NothingHere = ({ search, isFiltered, medianMs, onClear }: NothingHereProps) => {
  const { t } = useLingui();
  const locale = useLocale();
  return isFiltered ? (
    <NoMatches search={search} onClear={onClear} />
  ) : (
    <EmptyState>
      {medianMs === null
        ? t`No questions wait for an answer.`
        : t`All answered. You usually answer within ${shortWait(medianMs, locale)}.`}
    </EmptyState>
  );
};
