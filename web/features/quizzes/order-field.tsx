import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { lookOf } from '#contract/classroom/quiz-words.ts';
import { OptionMedia } from './option-media.tsx';
import type { AnswerFieldProps } from './choice-field.tsx';

/** The ids with one of them a place up or down; the same at either end. */
const moved = (ids: readonly string[], id: string, step: -1 | 1): readonly string[] => {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  const next = ids.filter((one) => one !== id);
  next.splice(to, 0, id);
  return next;
};

const KEYS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Entries with a button for each direction; the arrow keys do the same. The place that an entry gets is read aloud. */
export const OrderField = ({ question, answer, isLocked, labelledBy, onChange }: AnswerFieldProps) => {
  const { t } = useLingui();
  const pressed = useRef<HTMLElement>(undefined);
  const [said, setSaid] = useState('');
  const texts = new Map(question.options.map(({ id, text }) => [id, text]));
  const media = new Map(question.options.map((option) => [option.id, option.media]));
  const ids = answer.choices.length > 0 ? answer.choices : question.options.map(({ id }) => id);
  const looks = new Map(question.options.map((option) => [option.id, lookOf(option)]));
  const key = question.result?.solution?.choices?.map((id) => looks.get(id));
  const isRight = (id: string, index: number): boolean => key?.[index] === looks.get(id);
  const order = ids.join(' ');
  const shown = useRef(order);
  // Browsers take the focus from what moves.
  useLayoutEffect(() => {
    if (shown.current !== order) pressed.current?.focus({ preventScroll: true });
    shown.current = order;
  }, [order]);
  const move = (id: string, step: -1 | 1, target: EventTarget): void => {
    pressed.current = target instanceof HTMLElement ? target : undefined;
    const next = moved(ids, id, step);
    onChange({ ...answer, choices: [...next] });
    setSaid(
      t`${{ entry: texts.get(id) ?? '' }}: place ${{ place: next.indexOf(id) + 1 }} of ${{ count: next.length }}`,
    );
  };
  const press = (id: string) => (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (step === undefined || isLocked) return;
    event.preventDefault();
    move(id, step, event.currentTarget);
  };
  return (
    <>
      <ol className="grid gap-3" aria-labelledby={labelledBy}>
        {ids.map((id, index) => (
          <li key={id} className="quiz-option quiz-entry" data-mark={key && (isRight(id, index) ? 'right' : 'wrong')}>
            <span className="quiz-badge num" aria-hidden="true">
              {index + 1}
            </span>
            <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
              {media.get(id) && <OptionMedia address={media.get(id) ?? ''} text={texts.get(id) ?? ''} />}
              {texts.get(id)}
            </span>
            {key && (
              <span className="quiz-mark">{isRight(id, index) ? <Trans>Right</Trans> : <Trans>Not here</Trans>}</span>
            )}
            {!isLocked &&
              ([-1, 1] as const).map((step) => (
                <button
                  key={step}
                  type="button"
                  className="quiz-move"
                  // A button that is disabled loses the focus, and the arrow keys with it.
                  aria-disabled={step === -1 ? index === 0 : index === ids.length - 1}
                  aria-label={
                    step === -1
                      ? t`Move up: ${{ entry: texts.get(id) ?? '' }}`
                      : t`Move down: ${{ entry: texts.get(id) ?? '' }}`
                  }
                  onClick={(event) => move(id, step, event.currentTarget)}
                  onKeyDown={press(id)}
                >
                  {step === -1 ? (
                    <ChevronUp size={20} aria-hidden="true" />
                  ) : (
                    <ChevronDown size={20} aria-hidden="true" />
                  )}
                </button>
              ))}
          </li>
        ))}
      </ol>
      <output className="sr-only">{said}</output>
    </>
  );
};
