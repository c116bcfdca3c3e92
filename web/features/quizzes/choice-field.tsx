import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Check, X } from 'lucide-react';
import type { AttemptQuestion } from '#contract/classroom/quiz-fields.ts';
import type { QuizAnswer } from '#contract/classroom/quiz-questions.ts';
import { optionsOf } from '#contract/classroom/quiz-words.ts';
import { textIn } from './quiz-words-in.ts';
import { OptionMedia } from './option-media.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

export interface AnswerFieldProps {
  question: AttemptQuestion;
  answer: QuizAnswer;
  /** It is checked. */
  isLocked: boolean;
  /** The element that says the question. */
  labelledBy: string;
  onChange: (answer: QuizAnswer) => void;
  /** Sends a file as the answer; undefined where none is. */
  sendFile?: ((file: File, onProgress: (fraction: number) => void) => Promise<void>) | undefined;
}

/** The answer once an option is pressed: among several, each by itself. */
export const withChoice = (
  question: Pick<AttemptQuestion, 'type' | 'options'>,
  answer: QuizAnswer,
  id: string,
): QuizAnswer => {
  if (question.type !== 'multiple') return { ...answer, choices: [id] };
  const chosen = new Set(answer.choices);
  if (!chosen.delete(id)) chosen.add(id);
  return { ...answer, choices: optionsOf(question).flatMap((option) => (chosen.has(option.id) ? option.id : [])) };
};

interface Mark {
  look: 'right' | 'missed' | 'wrong';
  text: MessageDescriptor;
}

/** Of an option whose question is checked; undefined for one that was rightly left. */
const markOf = ({ type, result }: AttemptQuestion, { choices }: QuizAnswer, id: string): Mark | undefined => {
  const key = result?.solution?.choices;
  if (!key) return undefined;
  const [isChosen, isRight] = [choices.includes(id), key.includes(id)];
  if (isRight && type === 'multiple')
    return isChosen ? { look: 'right', text: msg`Right` } : { look: 'missed', text: msg`Also right` };
  if (isRight) return { look: 'right', text: msg`Right answer` };
  if (!isChosen) return undefined;
  return { look: 'wrong', text: type === 'multiple' ? msg`Not this one` : msg`Your answer` };
};

const Badge = ({ mark, index }: { mark: Mark | undefined; index: number }) => (
  <span className="quiz-badge" aria-hidden="true">
    {mark?.look === 'right' && <Check size={18} />}
    {mark?.look === 'wrong' && <X size={18} />}
    {(!mark || mark.look === 'missed') && (
      <>
        <span className="quiz-letter">{String.fromCodePoint(65 + (index % 26))}</span>
        <span className="quiz-digit">{index + 1}</span>
      </>
    )}
  </span>
);

/** Options of which one or several are chosen. */
export const ChoiceField = ({ question, answer, isLocked, labelledBy, onChange }: AnswerFieldProps) => {
  const language = useLanguage();
  const isMultiple = question.type === 'multiple';
  return (
    <div
      className="grid gap-3"
      role={isMultiple ? 'group' : 'radiogroup'}
      aria-labelledby={labelledBy}
      data-several={isMultiple}
    >
      {optionsOf(question).map(({ id, text, media }, index) => {
        const mark = markOf(question, answer, id);
        return (
          <label key={id} className="quiz-option" data-mark={mark?.look}>
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={`question-${question.position}`}
              className="sr-only"
              checked={answer.choices.includes(id)}
              disabled={isLocked}
              onChange={() => onChange(withChoice(question, answer, id))}
            />
            <Badge mark={mark} index={index} />
            <span className="min-w-0 flex-1 whitespace-pre-line wrap-anywhere" dir="auto">
              {/* A copy on this device may be older than pictures. */}
              {media && <OptionMedia address={media} text={text} />}
              {textIn(question.type, text, language)}
            </span>
            {mark && <span className="quiz-mark">{language._(mark.text)}</span>}
          </label>
        );
      })}
    </div>
  );
};
