import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { messages } from '#contract/messages.ts';
import type { EditedQuestion } from '#contract/classroom/quiz-fields.ts';
import { QUIZ_QUESTION_TYPES, type QuizQuestionType } from '#contract/classroom/quiz-questions.ts';
import { call } from '#web/api/call.ts';
import type { QuizOfCourse } from '#web/api/quiz-editing-queries.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { focusField } from './focus-field.ts';
import { MomentFields } from './moment-fields.tsx';
import type { MomentLecture } from './moment-lecture.ts';
import { TypeFields } from './question-fields.tsx';
import { QuestionText } from './question-media.tsx';
import { typeNames } from './question-words.ts';
import { useShowSavedQuiz } from './use-quiz.ts';
import { type QuestionForm, useQuestionForm } from './use-question-form.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { pointsIn } from '#web/features/quizzes/quiz-words-in.ts';

/** The question in the form: a stored one, or the next new one. */
export interface OpenQuestion {
  /** Undefined for a new one. */
  id: string | undefined;
  /** It was opened to be written: its text gets the focus. */
  isWriting: boolean;
  /** It is below the list, out of sight. */
  isBelow?: boolean;
}

interface QuestionEditorProps {
  place: QuizOfCourse;
  edited: EditedQuestion | undefined;
  /** From 1. */
  number: number;
  /** The type of a new question. */
  type: QuizQuestionType;
  /** Where a new question of a video appears; null in a quiz. */
  atMs: number | null;
  lectures: readonly MomentLecture[];
  /** Addresses of the pictures and sounds of the quiz, by name. */
  media: Readonly<Record<string, string>>;
  opened: OpenQuestion;
  onSaved: (opensNext: boolean, type: QuizQuestionType) => void;
  onDirty: (isDirty: boolean) => void;
  onRetired: () => void;
}

const KEYS = [
  [['Enter'], msg`next answer`],
  [['Ctrl', '.'], msg`mark right`],
  [['Alt', '↑', '↓'], msg`move`],
  [['Ctrl', 'Enter'], msg`save, next question`],
  [['N'], msg`new question, outside of fields`],
] as const;

const KeyHints = () => {
  const language = useLanguage();
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm text-muted pointer-coarse:hidden max-lg:hidden">
      {KEYS.map(([keys, meaning]) => (
        <span key={keys.join()} className="flex items-center gap-1">
          {keys.map((key) => (
            <kbd key={key} className="kbd kbd-sm">
              {key}
            </kbd>
          ))}
          <span className="ms-1">{language._(meaning)}</span>
        </span>
      ))}
    </p>
  );
};

const POINTS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 50, 100];

interface HeadProps {
  question: QuestionForm;
  edited: EditedQuestion | undefined;
  number: number;
  atMs: number | null;
}

const Head = ({ question: { form }, edited, number, atMs }: HeadProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  // A file is sent to an attempt, which a question in a video has only once it is answered.
  const types = QUIZ_QUESTION_TYPES.filter((type) => type !== 'file' || atMs === null);
  const points = [...new Set([...POINTS, edited?.question.points ?? 1])].toSorted((a, b) => a - b);
  const isAnswered = edited !== undefined && edited.answers > 0;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h2 className="me-1 font-sans text-sm font-normal tracking-normal text-muted">
        {edited ? t`Question ${number}` : t`Question ${number}, new`}
      </h2>
      <select
        className="select quiz-choice w-auto!"
        aria-label={t`Type`}
        // A key of another type could not grade the answers that there are.
        disabled={isAnswered}
        {...form.register('type')}
      >
        {types.map((type) => (
          <option key={type} value={type}>
            {language._(typeNames[type])}
          </option>
        ))}
      </select>
      <select className="select quiz-choice w-auto!" aria-label={t`Points`} {...form.register('points')}>
        {points.map((count) => (
          <option key={count} value={count}>
            {pointsIn(count, language)}
          </option>
        ))}
      </select>
    </div>
  );
};

interface RetireProps extends Pick<QuestionEditorProps, 'place' | 'onRetired'> {
  edited: EditedQuestion;
}

function Retire({ place, edited, onRetired }: RetireProps) {
  const showSaved = useShowSavedQuiz(place);
  return (
    <ActionButton
      tone="ghost"
      run={() =>
        call('DELETE /courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId', {
          params: { ...place, quizQuestionId: edited._id },
        })
      }
      messages={{ error: messages.quizzes.notRetired }}
      onSuccess={async (saved) => {
        onRetired();
        await showSaved(saved);
      }}
    >
      <Trash2 size={18} aria-hidden="true" />
      <Trans>Remove</Trans>
    </ActionButton>
  );
}

/** Ctrl Enter saves and opens the next question. */
const saveKeys =
  ({ save }: QuestionForm) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save(true);
  };

/** The moment of a video or a sound. */
const AtField = ({ question: { form } }: Pick<HeadProps, 'question'>) => {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Appears at`}
      placeholder="4:12"
      autoComplete="off"
      className="max-w-32"
      error={form.formState.errors.at?.message}
      {...form.register('at')}
    />
  );
};

interface QuestionFieldsProps extends Pick<QuestionEditorProps, 'lectures'> {
  question: QuestionForm;
  /** It appears in a video or a sound. */
  isAtMoment: boolean;
}

const Fields = ({ question, lectures, isAtMoment }: QuestionFieldsProps) => {
  const { t } = useLingui();
  return (
    <>
      {isAtMoment && <AtField question={question} />}
      <QuestionText question={question} />
      <TypeFields question={question} />
      <TextArea label={t`Explanation, shown after the answer`} rows={2} {...question.form.register('explanation')} />
      <MomentFields {...{ question, lectures }} />
      {!isAtMoment && (
        <TextField
          label={t`Tags`}
          hint={t`Separated by commas. The rules can draw some questions of each.`}
          autoComplete="off"
          error={question.form.formState.errors.tags?.message}
          {...question.form.register('tags')}
        />
      )}
    </>
  );
};

/** Writes or changes one question. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { t } = useLingui();
  const { place, edited, number, type, atMs, lectures, media, opened, onSaved, onDirty, onRetired } = props;
  const question = useQuestionForm({ place, edited, type, atMs, media, onSaved });
  const { form, formError, isBusy, asked, save } = question;
  const { isDirty } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    if (opened.isWriting) focusField('text');
    else if (opened.isBelow === true) element.current?.scrollIntoView();
  }, [opened]);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key for all of its fields */}
      <form
        aria-label={edited ? t`Question ${number}` : t`New question`}
        ref={element}
        className="flex min-w-0 flex-1 scroll-mt-16 flex-col"
        noValidate
        onKeyDown={saveKeys(question)}
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
        }}
      >
        <div className="border-b border-line px-4 py-3 sm:px-6">
          <Head {...{ question, edited, number, atMs }} />
        </div>
        <div className="flex-1 space-y-5 px-4 py-5 sm:px-6">
          {formError && <FormAlert>{formError}</FormAlert>}
          <Fields {...{ question, lectures }} isAtMoment={(edited?.atMs ?? atMs) !== null} />
        </div>
        <div className="space-y-3 border-t border-line px-4 py-3 sm:px-6">
          <div className="flex flex-wrap items-center gap-2.5">
            {edited && <Retire {...{ place, edited, onRetired }} />}
            <span className="ms-auto flex flex-wrap gap-2.5">
              <Button type="submit" tone="quiet" isBusy={isBusy}>
                <Trans>Save</Trans>
              </Button>
              <Button isBusy={isBusy} aria-keyshortcuts="Control+Enter" onClick={() => save(true)}>
                <Trans>Save and next</Trans>
              </Button>
            </span>
          </div>
          <KeyHints />
        </div>
      </form>
      <LeaveGuard isDirty={isDirty && !isBusy} isOfQuery />
      {asked && edited && <ChangeDialog {...{ place, edited, number, question, asked }} />}
    </>
  );
}
