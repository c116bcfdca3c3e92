import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { type QuizReset, quizResets, type ResetEffect } from '#contract/classroom/quiz-resets.ts';
import { call } from '#web/api/call.ts';
import { type QuizOfCourse, resetEffectQuery } from '#web/api/quiz-editing-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { countOf, formatMoment } from '#contract/format.ts';
import { useShowSavedQuiz } from './use-quiz.ts';

export interface PersonToReset {
  _id: string;
  fullName: string;
}

const own = messages.quizzes;
/** So many names are read; the rest is a number. */
const NAMES_SHOWN = 5;

const namesOf = ({ names, passed }: ResetEffect): string => {
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  return passed > NAMES_SHOWN ? `${shown} and ${passed - NAMES_SHOWN} more` : shown;
};

/** What the reset does, in numbers, before it is done. */
const Effect = ({ effect, isForAll }: { effect: ResetEffect; isForAll: boolean }) => (
  <>
    <p className="num">
      {countOf(effect.attempts, 'attempt')}
      {isForAll && ` of ${countOf(effect.people, 'person', 'people')}`} will no longer count.
      {effect.open > 0 && ` ${countOf(effect.open, 'open one ends', 'open ones end')} with the saved answers.`}
    </p>
    <p className="num wrap-anywhere">
      {effect.passed === 0 && 'Nobody loses a pass.'}
      {effect.passed > 0 && !isForAll && 'The pass is lost, and the quiz has to be passed again.'}
      {effect.passed > 0 && isForAll && `${countOf(effect.passed, 'person loses', 'people lose')} a pass: `}
      {effect.passed > 0 && isForAll && namesOf(effect)}
    </p>
    <p>Answers stay readable. Issued certificates stay valid.</p>
  </>
);

interface ResetDialogProps {
  place: QuizOfCourse;
  /** Everyone without one. */
  person?: PersonToReset;
  onClose: () => void;
}

/** Resets the attempts of one person, or of everyone, with a reason that they read. */
export function ResetDialog({ place, person, onClose }: ResetDialogProps) {
  const userId = person?._id ?? null;
  const effect = useQuery(resetEffectQuery(place, userId)).data?.effect;
  const showSaved = useShowSavedQuiz(place);
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: quizResets.reset.body,
    defaults: { userId, reason: '' },
    messages: { success: own.reset, error: own.notReset, incomplete: own.reasonMissing },
    run: (body) => call('POST /courses/:courseId/lectures/:lectureId/quiz/resets', { params: { ...place }, body }),
    onSuccess: async () => {
      onClose();
      await showSaved();
    },
  });
  return (
    <FormDialog
      title={person ? `Reset the attempts of ${person.fullName}?` : 'Everyone takes it again?'}
      lead={effect ? <Effect effect={effect} isForAll={!person} /> : <p>Counting the attempts</p>}
      confirmLabel={person ? 'Reset attempts' : 'Reset all attempts'}
      isDestructive
      isBusy={isBusy || !effect}
      {...{ formError, onSubmit, onClose }}
    >
      <TextArea
        label="Reason"
        hint={person ? 'They get a notice with it.' : 'Everyone concerned gets a notice with it.'}
        rows={2}
        maxLength={300}
        data-first=""
        {...field('reason', own.reasonMissing)}
      />
    </FormDialog>
  );
}

export function EveryoneAgain({ place }: { place: QuizOfCourse }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setOpen(true)}>
        Everyone takes it again
      </Button>
      {isOpen && <ResetDialog place={place} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What was reset, by whom and why. */
export const Resets = ({ resets }: { resets: readonly QuizReset[] }) => {
  const { timeZone } = useSite();
  return (
    <Panel title="Resets">
      <ul className="divide-y divide-line">
        {resets.map(({ _id, at, byName, fullName, reason, people, attempts }) => (
          <li key={_id} className="py-3 text-sm first:pt-0 last:pb-0">
            <span dir="auto" className="font-medium wrap-anywhere">
              {fullName ?? `Everyone, ${countOf(people, 'person', 'people')}`}
            </span>
            <span className="meta num block">
              {formatMoment(at, timeZone)} · {byName} · {countOf(attempts, 'attempt')}
            </span>
            <span className="mt-1 block wrap-anywhere">{reason}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
};
