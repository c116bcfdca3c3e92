import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleQuestionMark, Clock } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { Question } from '#contract/classroom/questions.ts';
import { useOnline } from '#web/api/connection.ts';
import { questionQuery } from '#web/api/question-queries.ts';
import { PushOffer } from '#web/features/notices/push-offer.tsx';
import { Button } from '#web/ui/button.tsx';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { formatPosition } from '#contract/format.ts';
import { AskBox } from './ask-box.tsx';
import { QuestionCard } from './question-card.tsx';
import { UnsentQuestions } from './unsent-questions.tsx';
import type { LectureQuestions } from './use-questions.ts';
import { aboutLong } from './wait.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const ORDERS = [
  ['moment', msg`By moment`],
  ['newest', msg`Newest first`],
  ['waiting', msg`Waiting first`],
] as const;

const orderOf = (value: string) => ORDERS.find(([order]) => order === value)?.[0] ?? 'moment';

interface PanelProps {
  questions: LectureQuestions;
}

interface CardProps extends PanelProps {
  question: Question;
  isStaff: boolean;
}

/** Fetches all answers when asked to, or when a link leads here. */
const Card = ({ question: listed, questions, isStaff }: CardProps) => {
  const isChosen = questions.chosen === listed._id;
  const [isWhole, setWhole] = useState(false);
  const whole = useQuery({ ...questionQuery(listed._id), enabled: isWhole || isChosen });
  const question = isWhole || isChosen ? (whole.data?.question ?? listed) : listed;
  return (
    <QuestionCard
      question={question}
      view={{ courseId: questions.courseId, isStaff, isWritable: useOnline(), seekTo: questions.seekTo }}
      isChosen={isChosen}
      onMore={() => setWhole(true)}
      onChange={questions.update}
      onRemoved={questions.refresh}
      answering={{
        now: questions.now,
        onAnswered: (answered) => {
          setWhole(true);
          questions.update(answered);
        },
      }}
    />
  );
};

/** The question that a link leads to, where the list does not have it. */
const ChosenCard = ({ questions, questionId, isStaff }: PanelProps & { questionId: string; isStaff: boolean }) => {
  const { data } = useQuery({ ...questionQuery(questionId), retry: false });
  return data ? <Card question={data.question} questions={questions} isStaff={isStaff} /> : null;
};

const Empty = () => (
  <p className="px-4 py-6 text-muted">
    <Trans>No questions yet. Ask the first one.</Trans>
  </p>
);

/** Own questions that wait, and how long an answer takes here. */
const Waiting = ({ list, medianMs }: { list: readonly Question[]; medianMs: number | null }) => {
  const waiting = list.find(({ isMine, isAnswered, standing }) => isMine && !isAnswered && standing === 'shown');
  const language = useLanguage();
  if (!waiting) return null;
  return (
    <p className="flex items-start gap-3 px-4 py-4 text-sm text-muted">
      <Clock size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span>
        {waiting.atMs === null ? (
          <Trans>Your question waits for an answer.</Trans>
        ) : (
          <Trans>Your question at {{ place: formatPosition(waiting.atMs) }} waits for an answer.</Trans>
        )}
        {medianMs !== null && (
          <>
            {' '}
            <Trans>Here answers take {{ span: aboutLong(medianMs, language) }}.</Trans>
          </>
        )}
      </span>
    </p>
  );
};

const Head = ({ questions, total }: PanelProps & { total: number }) => {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
      <h2 className="font-sans text-sm font-semibold tracking-normal">
        <Plural value={total} one="# question" other="# questions" />
      </h2>
      <select
        className="select h-11! w-auto! border-0 bg-transparent text-sm font-medium"
        aria-label={t({ message: 'Order', context: 'sorting' })}
        value={questions.order}
        onChange={(event) => questions.setOrder(orderOf(event.currentTarget.value))}
      >
        {ORDERS.map(([value, label]) => (
          <option key={value} value={value}>
            {language._(label)}
          </option>
        ))}
      </select>
    </div>
  );
};

/** The questions about this lecture. */
export default function QuestionsPanel({ questions }: PanelProps) {
  const { t } = useLingui();
  const { draft, query, chosen } = questions;
  return (
    <section aria-label={t`Questions`} className="questions">
      <div className="p-4">
        {draft ? (
          <AskBox draft={draft} questions={questions} />
        ) : (
          <Button tone="quiet" className="w-full" onClick={questions.begin}>
            <CircleQuestionMark size={18} aria-hidden="true" />
            <Trans>Ask a question</Trans>
            <kbd className="kbd kbd-sm max-md:hidden" aria-hidden="true">
              Q
            </kbd>
          </Button>
        )}
      </div>
      <UnsentQuestions questions={questions} />
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="mx-4 h-24" />}
        failure={messages.questions.failed}
        isInPanel
      >
        {({ questions: list, total, medianMs, isStaff }) => (
          <>
            {total > 0 && <Head questions={questions} total={total} />}
            {chosen !== undefined && !list.some(({ _id }) => _id === chosen) && (
              <ChosenCard questions={questions} questionId={chosen} isStaff={isStaff} />
            )}
            {list.length === 0 && !draft && <Empty />}
            {list.map((question) => (
              <Card key={question._id} question={question} questions={questions} isStaff={isStaff} />
            ))}
            {total > list.length && questions.more && (
              <Button tone="ghost" className="w-full" onClick={questions.more}>
                <Trans>Show more questions</Trans>
              </Button>
            )}
            <Waiting list={list} medianMs={medianMs} />
            {list.some(({ isFollowed }) => isFollowed) && <PushOffer />}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
