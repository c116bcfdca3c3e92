import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { QueuedQuestion } from '#contract/classroom/question-queue.ts';
import { invalidate } from '#web/api/query.ts';
import { queuedQuestionQuery } from '#web/api/question-queries.ts';
import { PersonName } from '#web/app/session/person-name.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { Still } from '#web/features/classroom/player/still.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { QueryBoundary, ReadingSkeleton } from '#web/ui/page/query-boundary.tsx';
import { ReadingPane } from '#web/ui/page/reading-pane.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { dateFormat, formatMoment, formatPosition } from '#contract/format.ts';
import { QuestionCard } from '#web/features/questions/question-card.tsx';
import { AnswerComposer } from './answer-composer.tsx';
import { type Place, Steps } from '#web/ui/page/queue-steps.tsx';
import type { AnswerToSend } from './use-answering.tsx';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';
import type { Language } from '#contract/languages/language.ts';

/** An answer that was given before, by the key that uses it. */
export interface Suggestion {
  key: string;
  title: string;
  text: string;
  action: string;
  answer: AnswerToSend;
}

/** The first two: a moment of the video, and an earlier question. */
export const suggestionsOf = (
  { moments, questions }: QueuedQuestion,
  timeZone: string,
  { _, locale }: Language,
): Suggestion[] => {
  const days = dateFormat(locale, { day: 'numeric', month: 'long', timeZone });
  return [
    ...moments.slice(0, questions.length > 0 ? 1 : 2).map(({ atMs, text }) => ({
      title: _(msg`Answered in the video at ${{ time: formatPosition(atMs) }}`),
      text,
      action: _(msg`Use as answer`),
      answer: { text: '', atMs },
    })),
    ...questions.slice(0, moments.length > 0 ? 1 : 2).map(({ _id, author, createdAt, text }) => ({
      title: _(msg`${author} asked the same on ${{ day: days.format(new Date(createdAt)) }}`),
      text,
      action: _(msg`Join them`),
      answer: { text: '', sameAs: _id },
    })),
  ].map((suggestion, index) => ({ ...suggestion, key: String(index + 1) }));
};

const Asker = ({ queued }: { queued: QueuedQuestion }) => {
  const locale = useLocale();
  const { timeZone } = useSite();
  const { question, askerId, course, lecture, watchedPercent } = queued;
  return (
    <div className="flex min-w-0 flex-1 items-start gap-3">
      <Avatar fullName={question.author.fullName} src={question.author.avatar.secure_url} />
      <div className="min-w-0">
        <h2 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">
          <PersonName userId={askerId}>{question.author.fullName}</PersonName>
        </h2>
        <p className="meta wrap-anywhere">
          <Trans>
            <Link
              to={pathTo('classroom', {
                course: course._id,
                lecture: lecture._id,
                tab: 'questions',
                question: question._id,
              })}
              className="underline underline-offset-3"
            >
              {course.title}, lecture {lecture.number}
            </Link>{' '}
            · watched {watchedPercent}% · asked {{ time: formatMoment(question.createdAt, timeZone, locale) }}
          </Trans>
        </p>
      </div>
    </div>
  );
};

const Said = ({ said }: Pick<QueuedQuestion, 'said'>) => (
  <div className="min-w-0 flex-1 basis-60">
    <h3 className="meta mb-1.5 font-sans tracking-normal">
      <Trans>Transcript</Trans>
    </h3>
    <ol className="grid gap-1.5">
      {said.map(({ startMs, text, isThere }) => (
        <li key={startMs} className={`grid grid-cols-[3.25rem_1fr] gap-3 ${isThere ? '' : 'text-muted'}`}>
          <span className="num text-end text-sm">{formatPosition(startMs)}</span>
          <span dir="auto" className="text-sm">
            {text}
          </span>
        </li>
      ))}
    </ol>
  </div>
);

/** The image at the second of the question, which opens the lecture there, and what is said. */
const Moment = ({ queued: { said, question, course, lecture } }: { queued: QueuedQuestion }) => {
  const { t } = useLingui();
  const { atMs } = question;
  if (atMs === null) return null;
  return (
    <div className="mt-5 flex flex-wrap items-start gap-5">
      <Link
        to={pathTo('classroom', {
          course: course._id,
          lecture: lecture._id,
          tab: 'questions',
          question: question._id,
        })}
        aria-label={t`Open the lecture at ${{ time: formatPosition(atMs) }}`}
        className="relative grid aspect-video w-full shrink-0 place-items-center overflow-hidden rounded-field bg-[oklch(20%_0.02_212)] sm:w-68"
      >
        <Still lecture={lecture} atMs={atMs} className="absolute inset-0 size-full" />
        <span className="relative grid size-11 place-items-center rounded-full bg-white text-black" aria-hidden="true">
          <Play size={18} className="fill-current" />
        </span>
        <span className="num absolute end-2 bottom-2 rounded-sm bg-black/80 px-1.5 text-sm font-medium text-white">
          {formatPosition(atMs)}
        </span>
      </Link>
      {said.length > 0 && <Said said={said} />}
    </div>
  );
};

interface SuggestionsProps {
  suggestions: readonly Suggestion[];
  onUse: (answer: AnswerToSend) => void;
}

const Suggestions = ({ suggestions, onUse }: SuggestionsProps) =>
  suggestions.length === 0 ? null : (
    <section className="mt-6">
      <h3 className="mb-2.5 font-sans text-sm font-semibold tracking-normal">
        <Trans>You have answered this before</Trans>
      </h3>
      <ul className="divide-y divide-line rounded-box border border-line">
        {suggestions.map(({ key, title, text, action, answer }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3.5">
            <span className="min-w-0 flex-1 basis-60 text-sm">
              <b className="num block font-semibold">{title}</b>
              <span dir="auto" className="line-clamp-2 text-muted">
                “{text}”
              </span>
            </span>
            <Button tone="quiet" aria-keyshortcuts={key} onClick={() => onUse(answer)}>
              {action}
              <kbd className="kbd kbd-sm max-lg:hidden" aria-hidden="true">
                {key}
              </kbd>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );

const Revisions = ({ queued: { revisions, reports } }: { queued: QueuedQuestion }) => {
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <>
      {reports > 0 && (
        <p className="mt-4 text-sm font-medium text-error">
          <Trans>
            <Plural value={reports} one="# report" other="# reports" /> to look at
          </Trans>
        </p>
      )}
      {revisions.length > 0 && (
        <details className="inbox-others">
          <summary>
            <Plural value={revisions.length} one="# earlier text" other="# earlier texts" />
          </summary>
          <ul className="mt-2 grid gap-2">
            {revisions.map(({ text, replacedAt }) => (
              <li key={replacedAt + text}>
                <span className="meta block">
                  <Trans>until {{ time: formatMoment(replacedAt, timeZone, locale) }}</Trans>
                </span>
                <span dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {text}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};

interface QueuedQuestionViewProps {
  questionId: string;
  place: Place;
  onBack: (() => void) | undefined;
  onSend: (answer: AnswerToSend, opensNext: boolean) => void;
}

/** A question to answer: what was said there, and what was answered before. */
export function QueuedQuestionView({ questionId, place, onBack, onSend }: QueuedQuestionViewProps) {
  const language = useLanguage();
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { timeZone } = useSite();
  const query = useQuery(queuedQuestionQuery(questionId));
  const refresh = () => void invalidate(queryClient, ['questions']);
  return (
    <ReadingPane name={t`Question`} list={t`Questions`} onBack={onBack}>
      <QueryBoundary
        query={query}
        skeleton={<ReadingSkeleton note={t`Loading the question`} />}
        failure={messages.questions.failed}
        notFound={{ action: null }}
      >
        {({ queued }) => (
          <>
            <div className="flex items-start justify-between gap-3">
              <Asker queued={queued} />
              <Steps {...place} />
            </div>
            <div className="max-w-180 flex-1 pb-6">
              <div className="mt-3 -mx-4">
                <QuestionCard
                  question={queued.question}
                  isHeadless
                  view={{ courseId: queued.course._id, isStaff: true, isWritable: true, seekTo: undefined }}
                  onChange={refresh}
                  onRemoved={refresh}
                />
              </div>
              <Moment queued={queued} />
              <Suggestions
                suggestions={suggestionsOf(queued, timeZone, language)}
                onUse={(answer) => onSend(answer, true)}
              />
              <Revisions queued={queued} />
            </div>
            <AnswerComposer
              questionId={questionId}
              askerName={queued.question.author.fullName}
              isPrivateQuestion={queued.question.isPrivate}
              onSend={onSend}
            />
          </>
        )}
      </QueryBoundary>
    </ReadingPane>
  );
}
