import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { questionTitle } from '#contract/plain-words.ts';
import type { EditedQuestion } from '#contract/classroom/quiz-fields.ts';
import { MoveHandle } from '#web/features/authoring/curriculum/row-name.tsx';
import { timeOf } from './question-draft.ts';
import { aboutQuestion } from './question-words.ts';
import type { useQuestionOrder } from './use-quiz.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface QuestionListProps {
  order: ReturnType<typeof useQuestionOrder>;
  /** Undefined for a new one. */
  chosenId: string | undefined;
  onChoose: (questionId: string) => void;
  onAdd: () => void;
  /** Undefined for questions at moments, which are in the order of their times. */
  onImport: (() => void) | undefined;
}

interface RowProps extends Pick<QuestionListProps, 'order' | 'onChoose'> {
  row: EditedQuestion;
  number: number;
  isChosen: boolean;
}

function Row({ order: { tree }, row: { _id, question, atMs }, number, isChosen, onChoose }: RowProps) {
  const language = useLanguage();
  const { keyboard, pointer } = tree;
  const title = questionTitle(question.text);
  const isMoved = keyboard.pickedId === _id || pointer.dragged?.id === _id;
  return (
    <li
      className="curriculum-row quiz-row"
      data-row={`lecture:${_id}`}
      data-selected={isChosen || undefined}
      data-lifted={isMoved || undefined}
      data-line={pointer.edge?.row === `lecture:${_id}` ? pointer.edge.edge : undefined}
    >
      {atMs === null && <MoveHandle tree={tree} item={{ kind: 'lecture', id: _id, title }} />}
      <span className="num min-w-6 shrink-0 pt-2 text-muted first:ps-4">{atMs === null ? number : timeOf(atMs)}</span>
      <button
        type="button"
        className="min-w-0 flex-1 cursor-pointer rounded-selector py-2 pe-2 text-start"
        aria-current={isChosen || undefined}
        onClick={() => onChoose(_id)}
      >
        <span dir="auto" className={`line-clamp-2 wrap-anywhere ${isChosen ? 'font-semibold' : ''}`}>
          {title}
        </span>
        <span className="meta num block">{aboutQuestion(question, language)}</span>
      </button>
    </li>
  );
}

/** The questions of a quiz in their order. */
export function QuestionList({ order, chosenId, onChoose, onAdd, onImport }: QuestionListProps) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Questions`} className="quiz-list">
      <p id="how-to-move" className="sr-only">
        <Trans>Drag, or press Space, then the arrow keys.</Trans>
      </p>
      <output className="sr-only" aria-live="assertive">
        {order.tree.keyboard.announcement}
      </output>
      <ol>
        {order.questions.map((row, index) => (
          <Row key={row._id} {...{ order, row, onChoose }} number={index + 1} isChosen={row._id === chosenId} />
        ))}
      </ol>
      <div className="flex items-center justify-between border-t border-line ps-3 pe-4 first:border-t-0">
        <button type="button" className="curriculum-add" aria-keyshortcuts="n" onClick={onAdd}>
          <Plus size={18} aria-hidden="true" />
          <Trans>Add question</Trans>
        </button>
        <kbd className="kbd kbd-sm pointer-coarse:hidden" aria-hidden="true">
          N
        </kbd>
      </div>
      {onImport && <ImportHint onImport={onImport} />}
    </nav>
  );
}

const ImportHint = ({ onImport }: { onImport: () => void }) => (
  <p className="meta mt-auto px-4 pt-3 pb-4">
    <Trans>
      From Moodle, Word or a spreadsheet:{' '}
      <button
        type="button"
        className="cursor-pointer font-semibold text-primary underline underline-offset-3"
        onClick={onImport}
      >
        import GIFT, Aiken or CSV
      </button>
      . You see every line before it is saved.
    </Trans>
  </p>
);
