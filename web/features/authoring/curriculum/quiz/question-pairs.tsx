import { useLingui } from '@lingui/react/macro';
import { useFieldArray } from 'react-hook-form';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { focusField } from './focus-field.ts';
import { emptyPair } from './question-draft.ts';
import { rowMediaItems, RowMediaPreview } from './question-media.tsx';
import { rowActions, Rows, rowsError } from './question-rows.tsx';
import type { QuestionForm } from './use-question-form.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Both sides of a pair. */
const pairMedia = (index: number) =>
  [
    { half: 'left', text: `pairs.${index}.left`, media: `pairs.${index}.leftMedia` },
    { half: 'right', text: `pairs.${index}.right`, media: `pairs.${index}.rightMedia` },
  ] as const;

/** Pairs that belong together. */
export function PairRows({ question }: { question: QuestionForm }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { control, register } = question.form;
  const { fields, append, remove, move } = useFieldArray({ control, name: 'pairs', keyName: 'key' });
  const add = () => append(emptyPair(), { shouldFocus: false });
  const rows = rowActions({ language, name: 'pairs', count: fields.length, add, remove, move });
  return (
    <Rows
      title={t`Pairs`}
      hint={t`Learners see the right sides shuffled`}
      error={rowsError(question, 'pairs')}
      addLabel={t`Add a pair`}
      onAdd={rows.addOne}
    >
      {fields.map(({ key }, index) => (
        <li key={key}>
          <div className="flex items-center gap-2">
            <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
              <input
                type="text"
                dir="auto"
                className="input"
                autoComplete="off"
                placeholder={t({ context: 'side', message: 'Left' })}
                aria-label={t`Left side of pair ${index + 1}`}
                {...register(`pairs.${index}.left`)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
                    event.preventDefault();
                    focusField(`pairs.${index}.right`);
                  }
                }}
              />
              <input
                type="text"
                dir="auto"
                className="input"
                autoComplete="off"
                placeholder={t({ context: 'side', message: 'Right' })}
                aria-label={t`Right side of pair ${index + 1}`}
                aria-keyshortcuts="Enter Alt+ArrowUp Alt+ArrowDown"
                {...register(`pairs.${index}.right`)}
                onKeyDown={rows.onKeyDown(index)}
              />
            </div>
            <RowMenu
              label={t`Actions for pair ${index + 1}`}
              items={[
                ...pairMedia(index).flatMap((at) => rowMediaItems({ question, ...at }, language)),
                ...rows.menuOf(index),
              ]}
            />
          </div>
          {pairMedia(index).map((at) => (
            <RowMediaPreview key={at.half} question={question} {...at} />
          ))}
        </li>
      ))}
    </Rows>
  );
}
