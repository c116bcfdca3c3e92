import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, Check, X } from 'lucide-react';
import { useId, useState } from 'react';
import { questionTitle } from '#contract/plain-words.ts';
import { messages } from '#contract/messages.ts';
import type { EditedQuestion, RegradeEffect, RegradePolicy } from '#contract/classroom/quiz-fields.ts';
import { call } from '#web/api/call.ts';
import type { QuizOfCourse } from '#web/api/quiz-editing-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Shell } from '#web/ui/dialogs/shell.tsx';
import { keyWords } from './question-words.ts';
import type { AskedChange, QuestionForm } from './use-question-form.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const policies: Record<RegradePolicy, Record<'name' | 'hint' | 'confirm', MessageDescriptor>> = {
  nobody_loses: {
    name: msg`Nobody loses`,
    hint: msg`Earlier answers that were right stay right, and the new key counts too.`,
    confirm: msg`Change it, nobody loses`,
  },
  new_only: {
    name: msg`Only the new answer counts`,
    hint: msg`Learners who were right only by the old key lose the points.`,
    confirm: msg`Change it, only the new counts`,
  },
  full_credit: {
    name: msg`Everyone gets the points`,
    hint: msg`For a question that had no fair answer.`,
    confirm: msg`Change it, everyone gets them`,
  },
  leave: {
    name: msg`Leave earlier attempts as they are`,
    hint: msg`Only new attempts use the new answer.`,
    confirm: msg`Change it for new attempts`,
  },
};

/** 12 scores rise, 0 fall, 3 now pass. */
export const effectWords = ({ rise, fall, nowPass, noLongerPass }: RegradeEffect, { _ }: Language): string => {
  if (rise === 0 && fall === 0) return _(msg`No score changes`);
  return noLongerPass > 0
    ? _(
        msg`${plural(rise, { one: '# score rises', other: '# scores rise' })}, ${fall} fall, ${nowPass} now pass, ${noLongerPass} no longer pass`,
      )
    : _(msg`${plural(rise, { one: '# score rises', other: '# scores rise' })}, ${fall} fall, ${nowPass} now pass`);
};

const pointsOf = (hundredths: number): string => String(hundredths / 100);

const SHOWN = 5;

interface ChangesProps {
  title: string;
  changes: RegradeEffect['changes'];
  none: string;
}

/** Who gains or loses, with the score before and after. */
function Changes({ title, changes, none }: ChangesProps) {
  const { t } = useLingui();
  const [isWhole, showWhole] = useState(false);
  const shown = isWhole ? changes : changes.slice(0, SHOWN);
  return (
    <section aria-label={title}>
      <h3 className="font-sans text-sm font-semibold tracking-normal">{title}</h3>
      {changes.length === 0 && <p className="mt-1 text-sm text-muted">{none}</p>}
      <ul className="divide-y divide-line text-sm">
        {shown.map(({ attemptId, fullName, before, after, nowPasses, noLongerPasses }) => (
          <li key={attemptId} className="flex items-center gap-2 py-1.5">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {fullName}{' '}
              {nowPasses && (
                <b className="font-medium text-success">
                  <Trans>now passes</Trans>
                </b>
              )}
              {noLongerPasses && (
                <b className="font-medium text-error">
                  <Trans>no longer passes</Trans>
                </b>
              )}
            </span>
            <span className="num flex shrink-0 items-center gap-1.5 text-muted">
              {pointsOf(before.earned)}
              <ArrowRight size={14} aria-label={t({ context: 'change', message: 'to' })} />
              <Trans>
                <b className="font-semibold text-base-content">{pointsOf(after.earned)}</b> of {after.points}
              </Trans>
            </span>
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button tone="ghost" size="small" onClick={() => showWhole(true)}>
          <Trans>Show all {changes.length}</Trans>
        </Button>
      )}
    </section>
  );
}

const gains = ({ before, after }: RegradeEffect['changes'][number]): boolean =>
  after.earned / Math.max(1, after.points) > before.earned / Math.max(1, before.points);

const Effect = ({ effect }: { effect: RegradeEffect }) => {
  const { t } = useLingui();
  const { rise, fall, stay, nowPass, changes } = effect;
  return (
    <div className="space-y-5" aria-live="polite">
      <dl className="grid grid-cols-3 gap-3">
        {(
          [
            [rise, t`scores rise`],
            [fall, t`fall`],
            [nowPass, t`now pass`],
          ] as const
        ).map(([count, name]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="meta">{name}</dt>
            <dd className="num text-title">{count}</dd>
          </div>
        ))}
      </dl>
      <Changes title={t`Who gains`} changes={changes.filter(gains)} none={t`Nobody.`} />
      <Changes
        title={t`Who loses`}
        changes={changes.filter((change) => !gains(change))}
        none={t`Nobody. ${plural(stay, { one: '# score stays as it is', other: '# scores stay as they are' })}.`}
      />
    </div>
  );
};

interface ChangeDialogProps {
  place: QuizOfCourse;
  edited: EditedQuestion;
  number: number;
  question: QuestionForm;
  asked: AskedChange;
}

const Title = ({
  id,
  edited,
  number,
  asked,
}: Pick<ChangeDialogProps, 'edited' | 'number' | 'asked'> & { id: string }) => {
  const { t } = useLingui();
  const language = useLanguage();
  const [before, after] = [keyWords(edited.question, language), keyWords(asked.question, language)];
  const { attempts, people } = asked.preview;
  return (
    <div className="border-b border-line p-5 sm:px-7">
      <h2 id={id} className="text-title">
        {before === after ? t`You changed what counts` : t`You changed the right answer`}
      </h2>
      <p className="mt-2 line-clamp-3 text-sm text-muted wrap-anywhere">
        <Trans>
          Question {number}: {{ title: questionTitle(edited.question.text) }}
        </Trans>
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {before !== after && (
          <>
            <X size={16} className="text-muted" aria-label={t`Before`} />
            <span className="wrap-anywhere">{before}</span>
            <Check size={16} className="text-success" aria-label={t`Now`} />
            <b className="font-semibold wrap-anywhere">{after}</b>
          </>
        )}
        <span className="text-muted">
          <Trans>
            answered in <Plural value={attempts} one="# attempt" other="# attempts" /> by{' '}
            <Plural value={people} one="# person" other="# people" />
          </Trans>
        </span>
      </p>
    </div>
  );
};

/** What happens to earlier attempts when the key of a question changes: chosen with its effects in view. */
export function ChangeDialog({ place, edited, number, question, asked }: ChangeDialogProps) {
  const language = useLanguage();
  const id = useId();
  const [policy, setPolicy] = useState<RegradePolicy>('nobody_loses');
  const effect = asked.preview.effects.find((one) => one.policy === policy);
  const change = useAction({
    run: () =>
      call('PUT /courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId', {
        params: { ...place, quizQuestionId: edited._id },
        body: { question: asked.question, policy, atMs: asked.atMs },
      }),
    messages: { loading: messages.quizzes.saving, error: messages.quizzes.notSaved },
    onSuccess: question.finish,
  });
  return (
    <Shell
      className="m-auto w-[min(57rem,100vw_-_2rem)] max-h-[calc(100dvh_-_2rem)] overflow-auto border border-line rounded-box"
      aria-labelledby={id}
      onClose={() => !change.isBusy && question.returnToForm()}
    >
      <Title {...{ id, edited, number, asked }} />
      <div className="grid md:grid-cols-[1.4fr_1fr]">
        <fieldset className="space-y-3 p-5 sm:px-7">
          <legend className="float-left mb-3 w-full text-sm font-semibold">
            <Trans>What should happen to these attempts?</Trans>
          </legend>
          {asked.preview.effects.map((one) => (
            <label key={one.policy} className="quiz-policy clear-both">
              <input
                type="radio"
                className="radio radio-primary mt-0.5 shrink-0"
                name="policy"
                data-first={one.policy === 'nobody_loses' ? '' : undefined}
                checked={one.policy === policy}
                onChange={() => setPolicy(one.policy)}
              />
              <span className="font-semibold">{language._(policies[one.policy].name)}</span>
              <span className="text-sm text-muted">{language._(policies[one.policy].hint)}</span>
              <span className="num mt-1 text-sm">{effectWords(one, language)}</span>
            </label>
          ))}
        </fieldset>
        <div className="bg-base-200 p-5 max-md:border-t md:border-s border-line">
          {effect && <Effect effect={effect} />}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-5 sm:px-7">
        <p className="meta max-w-72">
          <Trans>Issued certificates do not change. You can undo this under Results.</Trans>
        </p>
        <span className="flex flex-wrap gap-2.5">
          <Button tone="quiet" isDisabled={change.isBusy} onClick={question.putBack}>
            <Trans>Keep the old answer</Trans>
          </Button>
          <Button isBusy={change.isBusy} onClick={() => void change.start(undefined)}>
            {language._(policies[policy].confirm)}
          </Button>
        </span>
      </div>
    </Shell>
  );
}
