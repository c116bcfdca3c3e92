import { useCallback, useState } from 'react';
import type { QuizQuestionType } from '#contract/classroom/quiz-questions.ts';
import { DiscardDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { useKeys } from '#web/ui/use-keys.ts';
import { type OpenQuestion, QuestionEditor } from './question-editor.tsx';
import type { MomentLecture } from './moment-lecture.ts';
import { QuestionList } from './question-list.tsx';
import { MomentRules, Rules } from './rules.tsx';
import { type QuizPart, useQuestionOrder } from './use-quiz.ts';

interface QuizEditorProps extends QuizPart {
  lectures: readonly MomentLecture[];
  /** Where a new question of a video appears; null in a quiz. */
  atMs: number | null;
  opened: OpenQuestion;
  open: (question: OpenQuestion) => void;
  onImport: () => void;
}

/** Asks before another question is opened over unsaved changes. */
const useGuardedOpen = (open: (question: OpenQuestion) => void) => {
  const [isDirty, setDirty] = useState(false);
  const [wanted, setWanted] = useState<OpenQuestion>();
  const onDirty = useCallback((next: boolean) => setDirty(next), []);
  return {
    onDirty,
    openGuarded: (question: OpenQuestion): void => (isDirty ? setWanted(question) : open(question)),
    dialog: (
      <DiscardDialog
        isOpen={wanted !== undefined}
        onDiscard={() => {
          if (wanted) open(wanted);
          setWanted(undefined);
        }}
        onKeep={() => setWanted(undefined)}
      />
    ),
  };
};

/** The questions of a quiz beside the one that is written, and the rules below. */
export function QuizEditor({ place, quiz, lectures, atMs, opened, open, onImport }: QuizEditorProps) {
  const isBelow = useMedia('(width < 64rem)');
  const order = useQuestionOrder({ place, quiz });
  const [type, setType] = useState<QuizQuestionType>('single');
  const { onDirty, openGuarded, dialog } = useGuardedOpen(open);
  const add = (): void => openGuarded({ id: undefined, isWriting: true });
  useKeys({ n: add });
  const { questions } = order;
  const index = questions.findIndex(({ _id }) => _id === opened.id);
  const edited = questions[index];
  const onSaved = (opensNext: boolean, savedType: QuizQuestionType): void => {
    setType(savedType);
    if (opensNext) open({ id: edited && questions[index + 1]?._id, isWriting: true });
  };
  return (
    <>
      <div className="surface flex overflow-clip max-lg:flex-col">
        <QuestionList
          order={order}
          chosenId={edited?._id}
          onChoose={(id) => openGuarded({ id, isWriting: false, isBelow })}
          onAdd={add}
          onImport={quiz.areAtMoments ? undefined : onImport}
        />
        <QuestionEditor
          key={edited?._id ?? 'new'}
          {...{ place, edited, type, atMs, lectures, opened, onSaved, onDirty }}
          media={quiz.media}
          number={edited ? index + 1 : questions.length + 1}
          onRetired={() => open({ id: questions[index + 1]?._id ?? questions[index - 1]?._id, isWriting: false })}
        />
      </div>
      {quiz.areAtMoments ? <MomentRules {...{ place, quiz }} /> : <Rules {...{ place, quiz }} />}
      {dialog}
    </>
  );
}
