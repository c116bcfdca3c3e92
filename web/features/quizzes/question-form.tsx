import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, ArrowRight, Check, CloudOff, Flag } from 'lucide-react';
import { type ComponentType, type SubmitEvent, useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { AttemptQuestion } from '#contract/classroom/quiz-fields.ts';
import type { QuizAnswer, QuizQuestionType } from '#contract/classroom/quiz-questions.ts';
import { START_PLAYING } from '#web/app/path-to.ts';
import { Button } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { formatTime } from '#contract/format.ts';
import { type AnswerFieldProps, ChoiceField, withChoice } from './choice-field.tsx';
import { FileField } from './file-field.tsx';
import { OrderField } from './order-field.tsx';
import { Explanation } from './question-parts.tsx';
import type { QuizLinks } from './quiz-links.ts';
import { instructions, isGradedByPerson, modeNames, optionsOf } from '#contract/classroom/quiz-words.ts';
import { GapsText, MatchField, TextField } from './text-fields.tsx';
import type { Flags } from './use-flags.ts';
import type { OpenAttempt } from './use-attempt.ts';
import { useQuizKeys } from './use-quiz-keys.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

/** The gaps are in the text of the question itself. */
const fields: Record<Exclude<QuizQuestionType, 'blanks'>, ComponentType<AnswerFieldProps>> = {
  single: ChoiceField,
  multiple: ChoiceField,
  true_false: ChoiceField,
  short: TextField,
  number: TextField,
  long: TextField,
  file: FileField,
  order: OrderField,
  match: MatchField,
};

export const CHOICES: ReadonlySet<QuizQuestionType> = new Set(['single', 'multiple', 'true_false']);

/** Whether the answers are saved. */
export const SaveNote = ({
  status,
  savedAt,
  attempt: { mode },
}: Pick<OpenAttempt, 'status' | 'savedAt' | 'attempt'>) => {
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <output className="flex min-h-6 items-center gap-2 text-sm text-muted" data-status={status}>
      {status === 'unsent' && (
        <>
          <CloudOff size={16} className="text-warning" aria-hidden="true" />
          {mode === 'practice' ? (
            <Trans>Saved on this device. It’s checked once you’re online.</Trans>
          ) : (
            <Trans>Not saved yet. It’s sent once you’re online.</Trans>
          )}
        </>
      )}
      {status === 'sending' && <Trans>Saving…</Trans>}
      {status === 'saved' && savedAt !== null && (
        <>
          <Check size={16} aria-hidden="true" />
          <Trans>Saved {{ time: formatTime(new Date(savedAt).toISOString(), timeZone, locale) }}</Trans>
        </>
      )}
    </output>
  );
};

const KeyHints = ({ question, canWatch }: { question: AttemptQuestion; canWatch: boolean }) => (
  <p className="quiz-keys">
    {CHOICES.has(question.type) && !question.isLocked && (
      <span>
        <Trans>
          <kbd>1</kbd> to <kbd>{Math.min(9, optionsOf(question).length)}</kbd> choose
        </Trans>
      </span>
    )}
    <span>
      <Trans>
        <kbd>Enter</kbd> continue
      </Trans>
    </span>
    {canWatch && (
      <span>
        <Trans>
          <kbd>W</kbd> watch the minute
        </Trans>
      </span>
    )}
  </p>
);

interface QuestionFormProps {
  open: OpenAttempt;
  question: AttemptQuestion;
  links: QuizLinks;
  flags: Flags;
  /** Starts at 1. */
  number: number;
  comesAgain: boolean;
  isLast: boolean;
  onBack: (() => void) | undefined;
  onNext: () => void;
  onFinish: () => void;
}

/** An order that was looked at and left as it is counts as answered. */
export const seenOrder = ({ type, options }: AttemptQuestion, { choices }: QuizAnswer): string[] | undefined =>
  type === 'order' && choices.length === 0 ? options.map(({ id }) => id) : undefined;

/** What the one button of a question does. */
const useStep = ({ open, question, isLast, onNext, onFinish }: QuestionFormProps) => {
  const { position, isLocked, type } = question;
  const { mode, canGoBack } = open.attempt;
  const checks = mode === 'practice' && open.isOnline && !isLocked;
  const answer = open.answerOf(position);
  const goOn = isLast ? onFinish : onNext;
  const isReady = open.isAnswered(question) || type === 'order';
  const go = (): void => {
    const order = isLocked ? undefined : seenOrder(question, answer);
    if (order) open.answer(position, { ...answer, choices: order });
    if ((checks && isReady) || (!canGoBack && !isLast)) void open.check.start(position);
    else goOn();
  };
  const { t } = useLingui();
  const result = open.isOnline ? t`See your result` : t`Hand in`;
  const end = mode === 'practice' ? result : t`Submit test`;
  const skips = checks && !isReady;
  return {
    go,
    skips,
    isNext: !(checks && isReady) && !isLast && !skips,
    label:
      checks && isReady
        ? isGradedByPerson(type)
          ? t`Hand in`
          : t`Check`
        : isLast
          ? end
          : skips
            ? t`Skip`
            : t`Next question`,
  };
};

interface FootProps extends QuestionFormProps {
  step: ReturnType<typeof useStep>;
  canWatch: boolean;
}

const FlagButton = ({ flags, position }: { flags: Flags; position: number }) => {
  const { t } = useLingui();
  const isOn = flags.has(position);
  return (
    <Button
      tone="quiet"
      size="large"
      className="quiz-flag"
      aria-label={t`Come back to this`}
      title={t`Come back to this`}
      aria-pressed={isOn}
      onClick={() => flags.toggle(position)}
    >
      <Flag size={20} fill={isOn ? 'currentColor' : 'none'} aria-hidden="true" />
    </Button>
  );
};

/** Whether the answer is saved, and the ways on. */
const Foot = ({ open, question, flags, onBack, step, canWatch }: FootProps) => {
  const { t } = useLingui();
  return (
    <div className="quiz-foot">
      {!question.isLocked && <SaveNote {...open} />}
      {!open.attempt.canGoBack && (
        <p className="meta mb-2">
          <Trans>You cannot come back to a question.</Trans>
        </p>
      )}
      <KeyHints question={question} canWatch={canWatch} />
      <div className="quiz-steps">
        {onBack && (
          <Button tone="quiet" size="large" aria-label={t`Previous question`} onClick={onBack}>
            <ArrowLeft size={20} aria-hidden="true" />
          </Button>
        )}
        {!question.isLocked && open.attempt.canGoBack && <FlagButton flags={flags} position={question.position} />}
        <Button
          type={step.skips ? 'button' : 'submit'}
          tone={step.skips ? 'quiet' : 'primary'}
          size="large"
          className="flex-1"
          isBusy={open.check.isBusy || open.submit.isBusy}
          {...(step.skips ? { onClick: step.go } : {})}
        >
          {step.label}
          {step.isNext && <ArrowRight size={18} aria-hidden="true" />}
        </Button>
      </div>
    </div>
  );
};

/** One question of an open attempt, with the button that checks it or continues. */
export const QuestionForm = (props: QuestionFormProps) => {
  const { open, question, links, number, comesAgain } = props;
  const navigate = useNavigate();
  const { _ } = useLanguage();
  const step = useStep(props);
  const { isLocked, type, position } = question;
  const answer = isLocked ? question.answer : open.answerOf(position);
  const change = (next: QuizAnswer): void => open.answer(position, next);
  const moment = question.result?.verdict === 'right' ? undefined : question.result?.solution?.explainedAt;
  useQuizKeys({
    choose:
      CHOICES.has(type) && !isLocked
        ? (number) => {
            const option = optionsOf(question)[number - 1];
            if (option) change(withChoice(question, answer, option.id));
          }
        : undefined,
    go: step.skips ? undefined : step.go,
    watch: moment ? () => void navigate(links.watch(moment), { state: START_PLAYING }) : undefined,
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!step.skips) step.go();
  };
  return (
    <form onSubmit={submit} className="quiz-form" data-checked={question.result !== null}>
      <div className="quiz-body">
        <p className="mb-2 text-sm text-muted">
          <span>
            <Trans>
              Question {number} of {{ count: open.attempt.count }}
            </Trans>
          </span>{' '}
          · {_(modeNames[open.attempt.mode])}
        </p>
        <QuestionPart
          question={question}
          answer={answer}
          onChange={change}
          sendFile={(file, onProgress) => open.sendFile(position, file, onProgress)}
        />
        {question.result && <Explanation question={question} links={links} comesAgain={comesAgain} />}
      </div>
      <Foot {...props} step={step} canWatch={moment !== undefined && moment !== null} />
    </form>
  );
};

/** What is asked, with the fields of its type. */
export const QuestionPart = (props: Pick<AnswerFieldProps, 'question' | 'answer' | 'onChange' | 'sendFile'>) => {
  const id = useId();
  const { _ } = useLanguage();
  const { isLocked, type, position, points } = props.question;
  const field = { ...props, isLocked, labelledBy: `${id}-text` };
  const Field = type === 'blanks' ? undefined : fields[type];
  return (
    <fieldset aria-labelledby={`${id}-text`} aria-describedby={`${id}-how`} className="min-w-0">
      <QuestionText id={`${id}-text`} field={field} />
      <p id={`${id}-how`} className="mt-2 mb-5 text-muted">
        {_(instructions[type])}
        {points > 1 && (
          <>
            {' '}
            <Plural value={points} one="# point." other="# points." />
          </>
        )}
      </p>
      {Field && <Field key={position} {...field} />}
    </fieldset>
  );
};

/** It gets the focus when the question changes, so that screen readers read it. */
const QuestionText = ({ id, field }: { id: string; field: AnswerFieldProps }) => {
  const text = useRef<HTMLDivElement>(null);
  const { position, type, blocks } = field.question;
  const shown = useRef(position);
  useEffect(() => {
    if (shown.current !== position) text.current?.focus({ preventScroll: true });
    shown.current = position;
  }, [position]);
  return (
    <div ref={text} id={id} tabIndex={-1} className="quiz-question" dir="auto">
      {type === 'blanks' ? <GapsText {...field} /> : <RichText blocks={blocks} heading="h2" />}
    </div>
  );
};
