import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { type QuizSettings, ResultVisibility } from '#contract/classroom/quiz-settings.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useZoneName } from '#web/ui/text/own-time.ts';
import { instantOf, localTimeOf } from '#web/ui/text/days.ts';
import { type Choice, Choose, isOneOf, Line, numbers, type SentenceProps } from './choose.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

type RuleProps = Pick<SentenceProps, 'settings' | 'change'>;

interface MomentFieldProps {
  label: string;
  value: string | null;
  onChoose: (instant: string | null) => void;
}

/** It is saved when the field is left: a date is written in parts. */
const MomentField = ({ label, value, onChoose }: MomentFieldProps) => {
  const id = useId();
  const { timeZone } = useSite();
  const zone = useZoneName();
  const stored = value === null ? '' : localTimeOf(value, timeZone);
  const [written, setWritten] = useState(stored);
  const save = (): void => {
    if (written !== stored) onChoose(written === '' ? null : instantOf(written, timeZone));
  };
  return (
    <span className="grow basis-56">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <input
        id={id}
        type="datetime-local"
        className="input w-full"
        aria-describedby={`${id}-zone`}
        value={written}
        onChange={({ target }) => setWritten(target.value)}
        onBlur={save}
      />
      <span id={`${id}-zone`} className="meta mt-1 block">
        <Trans>Time zone: {zone}</Trans>
      </span>
    </span>
  );
};

/** What is shown after the end is shown otherwise once there is no end. */
const withoutWindow = ({ shows }: QuizSettings): QuizSettings['shows'] => {
  const other = (when: ResultVisibility): ResultVisibility => (when === 'after_window' ? 'once_passed' : when);
  return {
    score: other(shows.score),
    marks: other(shows.marks),
    answers: other(shows.answers),
    explanations: other(shows.explanations),
  };
};

const Window = ({ settings, change }: RuleProps) => {
  const { t } = useLingui();
  return (
    <div>
      <div className="flex flex-wrap gap-4">
        <MomentField
          key={`opens ${settings.opensAt}`}
          label={t({ context: 'quiz', message: 'Opens' })}
          value={settings.opensAt}
          onChoose={(opensAt) => change({ opensAt })}
        />
        <MomentField
          key={`closes ${settings.closesAt}`}
          label={t`Closes`}
          value={settings.closesAt}
          onChoose={(closesAt) =>
            change((newest) => ({ closesAt, ...(closesAt === null && { shows: withoutWindow(newest) }) }))
          }
        />
      </div>
      <p className="meta mt-1">
        <Trans>Leave empty to keep it open. Attempts that are open end when the quiz closes.</Trans>
      </p>
    </div>
  );
};

const Gate = ({ settings: { mustPass, penaltyPercent }, change }: RuleProps) => {
  const { t } = useLingui();
  const next = (
    <Choose
      label={t`Next lectures`}
      value={mustPass ? 'closed' : 'open'}
      choices={[
        ['open', t`are open to everyone`],
        ['closed', t`stay closed until learners pass`],
      ]}
      onChoose={(value) => change({ mustPass: value === 'closed' })}
    />
  );
  const penalty = (
    <Choose
      label={t`Penalty`}
      value={String(penaltyPercent)}
      choices={numbers([0, 10, 25, 33, 50, 100], penaltyPercent, (part) =>
        part === 0 ? t({ context: 'penalty', message: 'no' }) : t`${part}% of its`,
      )}
      onChoose={(value) => change({ penaltyPercent: Number(value) })}
    />
  );
  return (
    <Line>
      <Trans>
        The next lectures {next}. A wrong answer takes {penalty} points away.
      </Trans>
    </Line>
  );
};

const ways = {
  one: [msg`one at a time`, { isOnePage: false, canGoBack: true }],
  forward: [msg`one at a time, without a way back`, { isOnePage: false, canGoBack: false }],
  page: [msg`on one page`, { isOnePage: true, canGoBack: true }],
} as const;
const WAYS = ['one', 'forward', 'page'] as const;

const wayOf = ({ isOnePage, canGoBack }: QuizSettings): (typeof WAYS)[number] => {
  if (isOnePage) return 'page';
  return canGoBack ? 'one' : 'forward';
};

const Way = ({ settings, change }: RuleProps) => {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const way = (
    <Choose
      label={t`Questions on a page`}
      value={wayOf(settings)}
      choices={WAYS.map((one) => [one, _(ways[one][0])])}
      onChoose={(value) => change(ways[isOneOf(WAYS, value) ?? 'one'][1])}
    />
  );
  return (
    <Line>
      <Trans>Learners see the questions {way}.</Trans>
    </Line>
  );
};

const shownParts = [
  ['score', msg`Score`],
  ['marks', msg`Which answers were right`],
  ['answers', msg`Right answers`],
  ['explanations', msg`Explanations`],
] as const;

const whenWords: Record<ResultVisibility, MessageDescriptor> = {
  at_once: msg`at once`,
  once_passed: msg`once passed, or attempts used up`,
  after_window: msg`after it closes`,
  never: msg`never`,
};

const Shown = ({ settings: { shows, closesAt }, change }: RuleProps) => {
  const { _ } = useLanguage();
  const choices = ResultVisibility.options
    .filter((when) => when !== 'after_window' || closesAt !== null)
    .map((when): Choice => [when, _(whenWords[when])]);
  return (
    <fieldset>
      <legend className="field-label">
        <Trans>What learners see after they submit</Trans>
      </legend>
      <div className="grid gap-2">
        {shownParts.map(([part, name]) => (
          <div key={part} className="grid items-center gap-x-4 sm:grid-cols-[13rem_minmax(0,1fr)]">
            <span aria-hidden="true">{_(name)}</span>
            <Choose
              label={_(name)}
              value={shows[part]}
              choices={choices}
              onChoose={(value) =>
                change((newest) => ({
                  shows: { ...newest.shows, [part]: isOneOf(ResultVisibility.options, value) ?? 'once_passed' },
                }))
              }
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
};

/** Rules that few quizzes need. Open where one of them is in use. */
export const MoreRules = (props: SentenceProps) => {
  const { settings } = props;
  const { opensAt, closesAt, mustPass, penaltyPercent, isOnePage, canGoBack } = settings;
  const [wasInUse] = useState(
    () => opensAt !== null || closesAt !== null || mustPass || penaltyPercent > 0 || isOnePage || !canGoBack,
  );
  return (
    <details className="mt-3" open={wasInUse}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-primary">
        <Trans>More rules</Trans>
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      <div className="mt-2 space-y-4">
        <Window {...props} />
        <Gate {...props} />
        {settings.mode === 'test' && <Way {...props} />}
        {settings.mode === 'test' && <Shown {...props} />}
      </div>
    </details>
  );
};
