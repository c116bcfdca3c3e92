import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, MessageSquareText, Pin, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray, type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { FieldError } from '#web/ui/forms/fields.tsx';
import { type MenuItem, RowMenu } from '#web/ui/row-menu.tsx';
import { emptyItem, emptyOption } from './question-draft.ts';
import { focusField } from './focus-field.ts';
import { rowMediaItems, RowMediaPreview } from './question-media.tsx';
import type { QuestionForm } from './use-question-form.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type RowsName = 'options' | 'items' | 'pairs';

interface RowsNeeds {
  language: Language;
  name: RowsName;
  count: number;
  add: () => void;
  remove: (index: number) => void;
  move: (from: number, to: number) => void;
  /** Marks a row as right. */
  mark?: (index: number) => void;
}

const ROWS_MIN = 2;

/** What keys and menus do with the rows of answers. */
export const rowActions = ({ language: { _ }, name, count, add, remove, move, mark }: RowsNeeds) => {
  const focus = (index: number): void => focusField(name === 'pairs' ? `pairs.${index}.left` : `${name}.${index}.text`);
  const removeAt = (index: number): void => {
    flushSync(() => remove(index));
    focus(Math.max(0, index - 1));
  };
  const moveTo = (from: number, to: number): void => {
    if (to < 0 || to >= count) return;
    flushSync(() => move(from, to));
    focus(to);
  };
  const addOne = (): void => {
    // Rendered at once, so that no key is lost that is typed next.
    flushSync(add);
    focus(count);
  };
  const actionOf = (
    index: number,
    { key, altKey, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLInputElement>,
  ) => {
    const isCommand = ctrlKey || metaKey;
    if (key === 'Enter' && !isCommand) return () => (index === count - 1 ? addOne() : focus(index + 1));
    if (key === '.' && isCommand && mark) return () => mark(index);
    if (altKey && key === 'ArrowUp') return () => moveTo(index, index - 1);
    if (altKey && key === 'ArrowDown') return () => moveTo(index, index + 1);
    if (key === 'Backspace' && currentTarget.value === '' && count > ROWS_MIN) return () => removeAt(index);
    return undefined;
  };
  return {
    addOne,
    onKeyDown: (index: number) => (event: KeyboardEvent<HTMLInputElement>) => {
      const action = actionOf(index, event);
      if (!action) return;
      event.preventDefault();
      action();
    },
    menuOf: (index: number): MenuItem[] => [
      { label: _(msg`Move up`), icon: ArrowUp, onSelect: () => moveTo(index, index - 1) },
      { label: _(msg`Move down`), icon: ArrowDown, onSelect: () => moveTo(index, index + 1) },
      { label: _(msg`Remove`), icon: Trash2, isDestructive: true, onSelect: () => removeAt(index) },
    ],
  };
};

interface RowsProps {
  title: string;
  hint: string;
  error: string | undefined;
  addLabel: string;
  onAdd: () => void;
  children: ReactNode;
}

export const Rows = ({ title, hint, error, addLabel, onAdd, children }: RowsProps) => (
  <fieldset>
    <legend className="field-label float-left">{title}</legend>
    <p className="meta text-end">{hint}</p>
    <ol className="clear-both space-y-2">{children}</ol>
    {error && <FieldError id="rows-error">{error}</FieldError>}
    <button type="button" className="curriculum-add mt-1" onClick={onAdd}>
      <Plus size={18} aria-hidden="true" />
      {addLabel}
      <kbd className="kbd kbd-sm ms-1 pointer-coarse:hidden" aria-hidden="true">
        Enter
      </kbd>
    </button>
  </fieldset>
);

/** The error about all rows together, and otherwise the first about one of them. */
export const rowsError = (question: QuestionForm, name: RowsName): string | undefined => {
  const errors = question.form.formState.errors[name];
  if (!errors) return undefined;
  const own = errors.root?.message ?? errors.message;
  const list = Array.isArray(errors) ? errors : [];
  const nested = list.flatMap((row) => Object.values(row ?? {}).flatMap((field) => messageIn(field)));
  return own ?? nested[0];
};

const messageIn = (field: unknown): string[] =>
  typeof field === 'object' && field !== null && 'message' in field && typeof field.message === 'string'
    ? [field.message]
    : [];

interface OptionRowProps {
  question: QuestionForm;
  index: number;
  isSingle: boolean;
  rows: ReturnType<typeof rowActions>;
  mark: (index: number) => void;
}

/** What those who choose an answer read. */
const Remark = ({ number, field }: { number: number; field: UseFormRegisterReturn }) => {
  const { t } = useLingui();
  return (
    <label className="ms-9 mt-1.5 flex flex-wrap items-center gap-2 text-sm text-muted">
      <Trans>If chosen:</Trans>
      <input
        type="text"
        dir="auto"
        className="input h-9 min-w-40 flex-1"
        aria-label={t`Remark on answer ${number}`}
        {...field}
      />
    </label>
  );
};

function OptionRow({ question, index, isSingle, rows, mark }: OptionRowProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { control, register, setValue } = question.form;
  const option = useWatch({ control, name: `options.${index}` });
  const [isRemarked, setRemarked] = useState(false);
  const { isCorrect, isPinned, feedback } = option;
  const number = index + 1;
  const ownActions: MenuItem[] = [
    { label: t`Remark when chosen`, icon: MessageSquareText, onSelect: () => setRemarked(true) },
    {
      label: isPinned ? t`Shuffle with the others` : t`Keep in its place when shuffled`,
      icon: Pin,
      onSelect: () => setValue(`options.${index}.isPinned`, !isPinned, { shouldDirty: true }),
    },
    ...rowMediaItems({ question, text: `options.${index}.text`, media: `options.${index}.media` }, language),
  ];
  return (
    <li>
      <div className="flex items-center gap-2">
        <input
          type={isSingle ? 'radio' : 'checkbox'}
          className="quiz-tick"
          aria-label={t`Answer ${number} is right`}
          checked={isCorrect}
          onChange={() => mark(index)}
        />
        <input
          type="text"
          dir="auto"
          className="input min-w-0 flex-1"
          autoComplete="off"
          placeholder={t`Answer ${number}`}
          aria-label={t`Answer ${number}`}
          aria-keyshortcuts="Enter Control+. Alt+ArrowUp Alt+ArrowDown"
          {...register(`options.${index}.text`)}
          onKeyDown={rows.onKeyDown(index)}
        />
        <RowMenu label={t`Actions for answer ${number}`} items={[...ownActions, ...rows.menuOf(index)]} />
      </div>
      <RowMediaPreview {...{ question }} text={`options.${index}.text`} media={`options.${index}.media`} />
      {isPinned && (
        <p className="meta ms-9 mt-1">
          <Trans>Stays in its place when answers are shuffled.</Trans>
        </p>
      )}
      {(feedback !== '' || isRemarked) && <Remark number={number} field={register(`options.${index}.feedback`)} />}
    </li>
  );
}

/** The answers of a choice, with the right ones ticked. */
export function OptionRows({ question, isSingle }: { question: QuestionForm; isSingle: boolean }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { control, setValue, getValues, formState } = question.form;
  const { fields, append, remove, move } = useFieldArray({ control, name: 'options', keyName: 'key' });
  const mark = (index: number): void => {
    const isNow = isSingle || !getValues(`options.${index}.isCorrect`);
    const changed = isSingle ? [...fields.keys()] : [index];
    for (const at of changed)
      setValue(`options.${at}.isCorrect`, at === index && isNow, {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted,
      });
  };
  const add = () => append(emptyOption(), { shouldFocus: false });
  const rows = rowActions({ language, name: 'options', count: fields.length, add, remove, move, mark });
  return (
    <Rows
      title={t`Answers`}
      hint={isSingle ? t`The tick marks the right one` : t`The ticks mark the right ones`}
      error={rowsError(question, 'options')}
      addLabel={t`Add an answer`}
      onAdd={rows.addOne}
    >
      {fields.map(({ key }, index) => (
        <OptionRow key={key} {...{ question, index, isSingle, rows, mark }} />
      ))}
    </Rows>
  );
}

/** Items in their right order. */
export function ItemRows({ question }: { question: QuestionForm }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { control, register } = question.form;
  const { fields, append, remove, move } = useFieldArray({ control, name: 'items', keyName: 'key' });
  const add = () => append(emptyItem(), { shouldFocus: false });
  const rows = rowActions({ language, name: 'items', count: fields.length, add, remove, move });
  return (
    <Rows
      title={t`Items`}
      hint={t`In the right order`}
      error={rowsError(question, 'items')}
      addLabel={t`Add an item`}
      onAdd={rows.addOne}
    >
      {fields.map(({ key }, index) => (
        <li key={key}>
          <div className="flex items-center gap-2">
            <span className="num w-6 shrink-0 text-end text-muted">{index + 1}</span>
            <input
              type="text"
              dir="auto"
              className="input min-w-0 flex-1"
              autoComplete="off"
              aria-label={t`Item ${index + 1}`}
              aria-keyshortcuts="Enter Alt+ArrowUp Alt+ArrowDown"
              {...register(`items.${index}.text`)}
              onKeyDown={rows.onKeyDown(index)}
            />
            <RowMenu
              label={t`Actions for item ${index + 1}`}
              items={[
                ...rowMediaItems({ question, text: `items.${index}.text`, media: `items.${index}.media` }, language),
                ...rows.menuOf(index),
              ]}
            />
          </div>
          <RowMediaPreview question={question} text={`items.${index}.text`} media={`items.${index}.media`} />
        </li>
      ))}
    </Rows>
  );
}
