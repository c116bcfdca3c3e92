import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { isPassed } from '#contract/classroom/kind-facts.ts';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import type { ReleaseRule } from '#contract/access/release.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Field, TextField } from '#web/ui/forms/fields.tsx';
import { useZoneName } from '#web/ui/text/own-time.ts';
import { useQuiet } from '#web/ui/use-quiet.ts';
import type { Curriculum } from '../use-curriculum.ts';
import { changeWords, effectWords } from './release-words.ts';
import { isAbout, type Release, type ReleaseTarget } from './use-release.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Learners are counted once typing pauses. */
const QUIET_MS = 400;

/** What is typed and chosen; undefined for a condition that is off. */
interface Draft {
  isOwn: boolean;
  afterDays: string | undefined;
  on: string | undefined;
  afterPrevious: boolean;
  afterQuizId: string | undefined;
}

const draftOf = (rule: ReleaseRule | undefined, isInSection: boolean): Draft => ({
  isOwn: !isInSection || rule !== undefined,
  afterDays: rule?.afterDays === undefined ? undefined : String(rule.afterDays),
  on: rule?.on,
  afterPrevious: rule?.afterPrevious === true,
  afterQuizId: rule?.afterQuizId,
});

/** Undefined while something is not filled in; without a rule, null. */
const ruleOf = (draft: Draft, { kind, id }: ReleaseTarget, isInSection: boolean): ReleaseRule | null | undefined => {
  if (!draft.isOwn) return null;
  const { afterDays, on, afterPrevious, afterQuizId } = draft;
  const isIncomplete = on === '' || afterQuizId === '' || (afterDays !== undefined && !/^\d{1,4}$/.test(afterDays));
  if (isIncomplete) return undefined;
  const conditions = {
    ...(afterDays !== undefined && { afterDays: Number(afterDays) }),
    ...(on !== undefined && { on }),
    ...(afterPrevious && { afterPrevious }),
    ...(afterQuizId !== undefined && { afterQuizId }),
  };
  // Only in a section a rule without conditions says something: the lecture opens at once, whatever its section says.
  if (!isInSection && Object.keys(conditions).length === 0) return null;
  return kind === 'section' ? { sectionId: id, ...conditions } : { lectureId: id, ...conditions };
};

const withRule = (rules: readonly ReleaseRule[], target: ReleaseTarget, rule: ReleaseRule | null): ReleaseRule[] => [
  ...rules.filter((one) => !isAbout(one, target)),
  ...(rule ? [rule] : []),
];

interface ConditionProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children?: ReactNode;
}

const Condition = ({ label, isOn, onChange, children }: ConditionProps) => {
  const id = useId();
  return (
    <div>
      <div className="flex items-center gap-3 max-sm:min-h-11 pointer-coarse:min-h-11">
        <input
          id={id}
          type="checkbox"
          className="checkbox checkbox-primary border-line-strong shrink-0"
          checked={isOn}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {isOn && children && <div className="mt-2 ps-8">{children}</div>}
    </div>
  );
};

interface ConditionsProps {
  draft: Draft;
  target: ReleaseTarget;
  quizzes: readonly ManagedLecture[];
  change: (part: Partial<Draft>) => void;
}

const AfterQuiz = ({
  afterQuizId,
  quizzes,
  change,
}: Pick<ConditionsProps, 'quizzes' | 'change'> & Pick<Draft, 'afterQuizId'>) => {
  const { t } = useLingui();
  return (
    <Condition
      label={t`After a quiz is passed`}
      isOn={afterQuizId !== undefined}
      onChange={(isOn) => change({ afterQuizId: isOn ? (quizzes.at(-1)?._id ?? '') : undefined })}
    >
      <Field label={t`Quiz`}>
        {(described) => (
          <select
            {...described}
            className="select h-12"
            value={quizzes.some(({ _id }) => _id === afterQuizId) ? afterQuizId : ''}
            onChange={({ currentTarget }) => change({ afterQuizId: currentTarget.value })}
          >
            <option value="">{t`Choose a quiz that comes before`}</option>
            {quizzes.map(({ _id, title }) => (
              <option key={_id} value={_id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Condition>
  );
};

const Conditions = ({ draft, target, quizzes, change }: ConditionsProps) => {
  const { t } = useLingui();
  const zone = useZoneName();
  const { afterDays, on, afterPrevious, afterQuizId } = draft;
  return (
    <fieldset className="space-y-2">
      <legend className="field-label">
        <Trans>Opens at once, or when all of these are met</Trans>
      </legend>
      <Condition
        label={t`Days after each person starts`}
        isOn={afterDays !== undefined}
        onChange={(isOn) => change({ afterDays: isOn ? '7' : undefined })}
      >
        <TextField
          label={t`Days`}
          inputMode="numeric"
          value={afterDays ?? ''}
          hint={t`Counted from the first day of their access to the course`}
          onChange={({ currentTarget }) => change({ afterDays: currentTarget.value })}
        />
      </Condition>
      <Condition
        label={t`On a date`}
        isOn={on !== undefined}
        onChange={(isOn) => change({ on: isOn ? '' : undefined })}
      >
        <TextField
          label={t`Date`}
          type="date"
          value={on ?? ''}
          hint={t`At midnight, ${zone}`}
          onChange={({ currentTarget }) => change({ on: currentTarget.value })}
        />
      </Condition>
      <Condition
        label={target.kind === 'section' ? t`After the section before is done` : t`After the lecture before is done`}
        isOn={afterPrevious}
        onChange={(isOn) => change({ afterPrevious: isOn })}
      />
      {(quizzes.length > 0 || afterQuizId !== undefined) && <AfterQuiz {...{ afterQuizId, quizzes, change }} />}
    </fieldset>
  );
};

const Effect = ({ courseId, rules }: { courseId: string; rules: ReleaseRule[] }) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { data } = useQuery(
    endpointQuery(['courses', courseId, 'release-effect'], 'PUT /courses/:courseId/release', {
      params: { courseId },
      body: { rules, isDryRun: true },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  return (
    <output className="block rounded-box bg-info/8 px-4 py-3 text-sm">
      {data ? effectWords(data.effect, language) : t`Counting learners…`}
    </output>
  );
};

/** The quizzes before a section or a lecture. */
const quizzesBefore = ({ outline, lectures }: Course, { kind, id }: ReleaseTarget): ManagedLecture[] => {
  const order = outline.flatMap((part) => [...(kind === 'section' && part.id === id ? [id] : []), ...part.lectureIds]);
  return order
    .slice(0, order.indexOf(id))
    .flatMap((lectureId) => lectures.get(lectureId) ?? [])
    .filter((lecture) => isPassed(lecture.kind));
};

type Course = Pick<Curriculum, 'courseId' | 'outline' | 'lectures'>;

interface ReleaseDialogProps {
  curriculum: Course;
  release: Release;
  target: ReleaseTarget;
}

/** When a section or a lecture opens to learners. What others change meanwhile is shown before it is replaced. */
export default function ReleaseDialog({ curriculum, release, target }: ReleaseDialogProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { courseId, outline, lectures } = curriculum;
  const [first] = useState(release.rules);
  const [seen, setSeen] = useState(first);
  const isInSection =
    target.kind === 'lecture' &&
    outline.some(({ id, lectureIds }) => id !== undefined && lectureIds.includes(target.id));
  const [draft, setDraft] = useState(() => draftOf(release.ruleOf(target), isInSection));
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const rule = ruleOf(draft, target, isInSection);
  const counted = ruleOf(useQuiet(draft, QUIET_MS), target, isInSection);
  const titleOf = (id: string): string | undefined =>
    lectures.get(id)?.title ?? outline.find((part) => part.id === id)?.title;
  const close = (): void => release.edit(undefined);
  const save = useAction({
    run: (changed: ReleaseRule | null) =>
      call('PUT /courses/:courseId/release', {
        params: { courseId },
        body: { rules: withRule(seen, target, changed), before: seen },
      }),
    // Another author may have changed a rule since.
    onError: () => void release.reload().then(({ data }) => data && setSeen(data.rules)),
    messages: { error: t`This was not saved. Please try again.` },
    changes: [['courses', courseId]],
    onSuccess: close,
  });
  return (
    <FormDialog
      title={t`When “${target.title}” opens`}
      confirmLabel={t`Save`}
      isBusy={save.isBusy}
      onClose={close}
      lead={null}
      formError={changeWords(first, seen, titleOf, language) || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (rule !== undefined) void save.start(rule);
      }}
    >
      {isInSection && (
        <Condition
          label={t`Its own rule, in the place of its section’s`}
          isOn={draft.isOwn}
          onChange={(isOwn) => change({ isOwn })}
        />
      )}
      {draft.isOwn && (
        <Conditions draft={draft} target={target} quizzes={quizzesBefore(curriculum, target)} change={change} />
      )}
      {counted !== undefined && <Effect courseId={courseId} rules={withRule(seen, target, counted)} />}
    </FormDialog>
  );
}
