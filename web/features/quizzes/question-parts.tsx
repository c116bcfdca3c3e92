import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleDot, CircleX, Clock, Play, RotateCcw } from 'lucide-react';
import { Link, type To } from 'react-router';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { AttemptQuestion, QuizMoment } from '#contract/classroom/quiz-fields.ts';
import { numbered, type Verdict, verdictHeadings } from '#contract/classroom/quiz-words.ts';
import { START_PLAYING } from '#web/app/path-to.ts';
import { Still } from '#web/features/classroom/player/still.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { formatLength, formatPosition } from '#contract/format.ts';
import type { QuizLinks } from './quiz-links.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';
import { verdictIn } from './quiz-words-in.ts';

const icons = { right: CircleCheck, partly: CircleDot, wrong: CircleX, waiting: Clock } as const;
const looks = { right: 'text-success', partly: 'text-warning', wrong: 'text-error', waiting: 'text-muted' } as const;

export const VerdictIcon = ({ verdict }: { verdict: Verdict }) => {
  const Icon = icons[verdict];
  return <Icon size={22} className={`shrink-0 ${looks[verdict]}`} aria-hidden="true" />;
};

interface MomentProps {
  moment: QuizMoment;
  /** The lecture, where it is at hand, for a picture of that second. */
  lecture?: Pick<Lecture, 'poster' | 'storyboard'> | undefined;
  /** Where the lecture opens at this moment. */
  to: To;
  /** What one comes back to. */
  back: 'question' | 'result';
  /** Returns whether it plays the minute where one is. */
  onWatch?: ((moment: QuizMoment) => boolean) | undefined;
}

/** The minute of a lecture that explains a question. */
export const MomentLink = ({ moment, lecture, to, back, onWatch }: MomentProps) => {
  const locale = useLocale();
  return (
    <Link
      to={to}
      state={START_PLAYING}
      className="quiz-moment"
      data-watch=""
      onClick={(event) => {
        if (onWatch?.(moment) === true) event.preventDefault();
      }}
    >
      <span className="quiz-moment-play" aria-hidden="true" data-still={lecture?.poster ? '' : undefined}>
        {lecture && <Still lecture={lecture} atMs={moment.fromMs} className="col-start-1 row-start-1 size-full" />}
        <span className="quiz-moment-icon">
          <Play size={20} fill="currentColor" />
        </span>
      </span>
      <span className="min-w-0">
        <span className="block font-semibold">
          <Trans>Watch the minute that explains it ({{ place: formatPosition(moment.fromMs) }})</Trans>
        </span>
        <span className="meta block wrap-anywhere">
          <Trans>
            Lecture {{ number: moment.number }}, {{ title: moment.title }}.{' '}
            {{ length: formatLength(moment.toMs - moment.fromMs, locale) }} long.
          </Trans>{' '}
          {moment.hasWatched ? (
            <Trans>You have watched it.</Trans>
          ) : back === 'question' ? (
            <Trans>You come back to this question.</Trans>
          ) : (
            <Trans>You come back to your result.</Trans>
          )}
        </span>
      </span>
    </Link>
  );
};

const Texts = ({ title, texts }: { title: string; texts: readonly string[] }) => (
  <p className="mt-3">
    <span className="meta block">{title}</span>
    {texts.map((text, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- they never move
      <span key={index} className="block font-medium wrap-anywhere" dir="auto">
        {text}
      </span>
    ))}
  </p>
);

/** Types whose fields do not say by themselves what is right. */
const NEEDS_TEXTS: ReadonlySet<AttemptQuestion['type']> = new Set(['short', 'number', 'match', 'blanks', 'order']);

interface ExplanationProps {
  question: AttemptQuestion;
  links: Pick<QuizLinks, 'watch' | 'lectureOf'>;
  /** Whether there may be another attempt. */
  comesAgain: boolean;
  onWatch?: MomentProps['onWatch'];
}

/** What a checked answer was worth, and why. It is read aloud when it appears. */
export const Explanation = ({ question, links, comesAgain, onWatch }: ExplanationProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { _ } = language;
  const { result } = question;
  // What is explained at once is judged at once.
  if (!result?.verdict) return null;
  const { verdict, comment, solution } = result;
  const isMissed = verdict === 'wrong' || verdict === 'partly';
  return (
    <div className="quiz-explanation">
      <output className="flex items-center gap-2 font-semibold">
        <VerdictIcon verdict={verdict} />
        {_(verdictHeadings[verdict])}
        {verdict === 'partly' && <span className="font-normal text-muted">{verdictIn(question, language)}</span>}
      </output>
      {comment !== '' && <p className="mt-3 whitespace-pre-line wrap-anywhere">{comment}</p>}
      {solution?.texts && isMissed && NEEDS_TEXTS.has(question.type) && (
        <Texts title={t`Right answer`} texts={numbered(question, solution.texts)} />
      )}
      {solution?.remarks.map((remark) => (
        <p key={remark} className="mt-3 wrap-anywhere" dir="auto">
          {remark}
        </p>
      ))}
      {solution && solution.explanation.length > 0 && <RichText blocks={solution.explanation} className="mt-3" />}
      {isMissed && solution?.explainedAt && (
        <MomentLink
          moment={solution.explainedAt}
          lecture={links.lectureOf(solution.explainedAt.lectureId)}
          to={links.watch(solution.explainedAt)}
          back="question"
          onWatch={onWatch}
        />
      )}
      {isMissed && comesAgain && (
        <p className="mt-4 flex items-center gap-2 text-sm text-muted">
          <RotateCcw size={16} className="shrink-0" aria-hidden="true" />
          <Trans>This question comes again in your next attempt.</Trans>
        </p>
      )}
    </div>
  );
};
