import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
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
import { formatMoment } from '#contract/format.ts';
import { useShowSavedQuiz } from './use-quiz.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';
import type { Language } from '#contract/languages/language.ts';

export interface PersonToReset {
  _id: string;
  fullName: string;
}

const own = messages.quizzes;
/** So many names are read; the rest is a number. */
const NAMES_SHOWN = 5;

const namesOf = ({ names, passed }: ResetEffect, { _ }: Language): string => {
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  return passed > NAMES_SHOWN ? _(msg`${shown} and ${passed - NAMES_SHOWN} more`) : shown;
};

/** What the reset does, in numbers, before it is done. */
const Effect = ({ effect, isForAll }: { effect: ResetEffect; isForAll: boolean }) => {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <>
      <p className="num">
        {isForAll
          ? t`${plural(effect.attempts, { one: '# attempt', other: '# attempts' })} of ${plural(effect.people, { one: '# person', other: '# people' })} will no longer count.`
          : t`${plural(effect.attempts, { one: '# attempt', other: '# attempts' })} will no longer count.`}{' '}
        {effect.open > 0 &&
          t`${plural(effect.open, { one: '# open one ends', other: '# open ones end' })} with the saved answers.`}
      </p>
      <p className="num wrap-anywhere">
        {effect.passed === 0 && t`Nobody loses a pass.`}
        {effect.passed > 0 && !isForAll && t`The pass is lost, and the quiz has to be passed again.`}
        {effect.passed > 0 &&
          isForAll &&
          t`${plural(effect.passed, { one: '# person loses', other: '# people lose' })} a pass: ${{ names: namesOf(effect, language) }}`}
      </p>
      <p>
        <Trans>Answers stay readable. Issued certificates stay valid.</Trans>
      </p>
    </>
  );
};

interface ResetDialogProps {
  place: QuizOfCourse;
  /** Everyone without one. */
  person?: PersonToReset;
  onClose: () => void;
}

/** Resets the attempts of one person, or of everyone, with a reason that they read. */
export function ResetDialog({ place, person, onClose }: ResetDialogProps) {
  const { t } = useLingui();
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
      title={person ? t`Reset the attempts of ${person.fullName}?` : t`Everyone takes it again?`}
      lead={
        effect ? (
          <Effect effect={effect} isForAll={!person} />
        ) : (
          <p>
            <Trans>Counting the attempts</Trans>
          </p>
        )
      }
      confirmLabel={person ? t`Reset attempts` : t`Reset all attempts`}
      isDestructive
      isBusy={isBusy || !effect}
      {...{ formError, onSubmit, onClose }}
    >
      <TextArea
        label={t`Reason`}
        hint={person ? t`They get a notice with it.` : t`Everyone concerned gets a notice with it.`}
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
        <Trans>Everyone takes it again</Trans>
      </Button>
      {isOpen && <ResetDialog place={place} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What was reset, by whom and why. */
export const Resets = ({ resets }: { resets: readonly QuizReset[] }) => {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <Panel title={t`Resets`}>
      <ul className="divide-y divide-line">
        {resets.map(({ _id, at, byName, fullName, reason, people, attempts }) => (
          <li key={_id} className="py-3 text-sm first:pt-0 last:pb-0">
            <span dir="auto" className="font-medium wrap-anywhere">
              {fullName ?? t`Everyone, ${plural(people, { one: '# person', other: '# people' })}`}
            </span>
            <span className="meta num block">
              {formatMoment(at, timeZone, locale)} · {byName} ·{' '}
              <Plural value={attempts} one="# attempt" other="# attempts" />
            </span>
            <span className="mt-1 block wrap-anywhere">{reason}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
};
