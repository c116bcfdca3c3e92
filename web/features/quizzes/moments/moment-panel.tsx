import { Trans } from '@lingui/react/macro';
import { Play } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { formatPosition } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import type { AttemptQuestion, QuestionAtMoment, QuizMoment } from '#contract/classroom/quiz-fields.ts';
import { isGradedByPerson, optionsOf } from '#contract/classroom/quiz-words.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import { isAnswered } from '#web/features/quizzes/answer-saver.ts';
import { withChoice } from '#web/features/quizzes/choice-field.tsx';
import { CHOICES, QuestionPart, seenOrder } from '#web/features/quizzes/question-form.tsx';
import { Explanation } from '#web/features/quizzes/question-parts.tsx';
import { type QuizLinks, useQuizLinks } from '#web/features/quizzes/quiz-links.ts';
import type { QuizPlace } from '#web/features/quizzes/quiz-queries.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/features/quizzes/quizzes.css';

interface MomentPanelProps {
  params: QuizPlace;
  player: PlayerHandle;
  canSkip: boolean;
  moment: QuestionAtMoment;
  /** The question with its result; undefined before it is answered. */
  checked: AttemptQuestion | undefined;
  onChecked: (question: AttemptQuestion) => void;
  /** The minute that explains it is watched in this video, from where the question comes again. */
  onWatch: () => void;
}

/** The focus comes here with the question, and returns to the player. */
const usePanelFocus = ({ video }: PlayerHandle) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { current } = heading;
    current?.focus({ preventScroll: true });
    current?.closest('section')?.scrollIntoView({ block: 'nearest' });
    return () => video.closest('section')?.focus({ preventScroll: true });
  }, [video]);
  return heading;
};

const useAnswer = ({ params, moment: { _id, question }, onChecked }: MomentPanelProps) => {
  const [answer, setAnswer] = useState(question.answer);
  const given = { ...answer, choices: seenOrder(question, answer) ?? answer.choices };
  const check = useAction({
    run: async () => {
      const { question: result } = await call(
        'POST /courses/:courseId/lectures/:lectureId/moments/:quizQuestionId/answer',
        { params: { ...params, quizQuestionId: _id }, body: { answer: given } },
      );
      return result;
    },
    messages: { error: messages.quizzes.failed },
    onSuccess: onChecked,
  });
  return { answer, setAnswer, isReady: isAnswered(given), check };
};

/** Digits choose an option, also where the player has them for itself; Enter checks, and continues. */
const keysOf =
  (choose: ((number: number) => void) | undefined, go: () => void) =>
  (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (target.matches("textarea, select, input:not([type='radio'], [type='checkbox'])")) return;
    const isDigit = choose !== undefined && /^[1-9]$/.test(key);
    if (!isDigit && (key !== 'Enter' || target.matches('button, a, input'))) return;
    event.preventDefault();
    if (isDigit) choose(Number(key));
    else go();
  };

/** Plays the minute here, if it is in this video. */
const watchHere = ({ player, params, onWatch }: MomentPanelProps, links: QuizLinks) => ({
  links,
  onWatch: ({ lectureId, fromMs }: QuizMoment): boolean => {
    if (lectureId !== params.lectureId) return false;
    onWatch();
    player.actions.seekTo(fromMs / 1000);
    player.actions.play();
    return true;
  },
});

/** A question at a moment of a video: over the player, and on phones below it. */
export function MomentPanel(props: MomentPanelProps) {
  const { params, player, canSkip, moment, checked } = props;
  const id = useId();
  const heading = usePanelFocus(player);
  const { answer, setAnswer, isReady, check } = useAnswer(props);
  const links = useQuizLinks(params.lectureId);
  const question = checked ?? moment.question;
  const { isLocked, type } = question;
  const proceed = (): void => {
    if (isLocked) player.actions.play();
    else if (isReady && !check.isBusy) void check.start(undefined);
  };
  const choose = (number: number): void => {
    const option = optionsOf(question)[number - 1];
    if (option) setAnswer(withChoice(question, answer, option.id));
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    proceed();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys for all that is in it
    <section
      className="moment-panel"
      aria-labelledby={id}
      onKeyDown={keysOf(CHOICES.has(type) && !isLocked ? choose : undefined, proceed)}
    >
      <h2 id={id} ref={heading} tabIndex={-1} className="font-sans text-sm font-semibold tracking-normal outline-none">
        <Trans>
          Question at <span className="num">{formatPosition(moment.atMs)}</span>
        </Trans>
      </h2>
      <form className="mt-3" onSubmit={submit}>
        <QuestionPart question={question} answer={isLocked ? question.answer : answer} onChange={setAnswer} />
        <Explanation question={question} comesAgain={false} {...watchHere(props, links)} />
        <div className="moment-steps">
          {!isLocked && canSkip && (
            <Button tone="quiet" size="large" onClick={player.actions.play}>
              <Trans>Skip</Trans>
            </Button>
          )}
          <Button type="submit" size="large" isBusy={check.isBusy} isDisabled={!isLocked && !isReady}>
            {isLocked && <Play size={18} fill="currentColor" aria-hidden="true" />}
            {isLocked ? (
              <Trans>Continue</Trans>
            ) : isGradedByPerson(type) ? (
              <Trans>Hand in</Trans>
            ) : (
              <Trans>Check</Trans>
            )}
          </Button>
        </div>
      </form>
    </section>
  );
}
