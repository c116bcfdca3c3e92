import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { type QuizSettings, ResultVisibility } from '#contract/classroom/quiz-settings.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { instantOf, localTimeOf } from '#web/ui/text/days.ts';
import { type Choice, Choose, isOneOf, Line, numbers, type SentenceProps } from './choose.tsx';

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
        Time zone: {timeZone.replaceAll('_', ' ')}
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

const Window = ({ settings, change }: RuleProps) => (
  <div>
    <div className="flex flex-wrap gap-4">
      <MomentField
        key={`opens ${settings.opensAt}`}
        label="Opens"
        value={settings.opensAt}
        onChoose={(opensAt) => change({ opensAt })}
      />
      <MomentField
        key={`closes ${settings.closesAt}`}
        label="Closes"
        value={settings.closesAt}
        onChoose={(closesAt) =>
          change((newest) => ({ closesAt, ...(closesAt === null && { shows: withoutWindow(newest) }) }))
        }
      />
    </div>
    <p className="meta mt-1">Leave empty to keep it open. Attempts that are open end when the quiz closes.</p>
  </div>
);

const Gate = ({ settings: { mustPass, penaltyPercent }, change }: RuleProps) => (
  <Line>
    The next lectures{' '}
    <Choose
      label="Next lectures"
      value={mustPass ? 'closed' : 'open'}
      choices={[
        ['open', 'are open to everyone'],
        ['closed', 'stay closed until learners pass'],
      ]}
      onChoose={(value) => change({ mustPass: value === 'closed' })}
    />
    . A wrong answer takes{' '}
    <Choose
      label="Penalty"
      value={String(penaltyPercent)}
      choices={numbers([0, 10, 25, 33, 50, 100], penaltyPercent, (part) => (part === 0 ? 'no' : `${part}% of its`))}
      onChoose={(value) => change({ penaltyPercent: Number(value) })}
    />{' '}
    points away.
  </Line>
);

const ways = {
  one: ['one at a time', { isOnePage: false, canGoBack: true }],
  forward: ['one at a time, without a way back', { isOnePage: false, canGoBack: false }],
  page: ['on one page', { isOnePage: true, canGoBack: true }],
} as const;
const WAYS = ['one', 'forward', 'page'] as const;

const wayOf = ({ isOnePage, canGoBack }: QuizSettings): (typeof WAYS)[number] => {
  if (isOnePage) return 'page';
  return canGoBack ? 'one' : 'forward';
};

const Way = ({ settings, change }: RuleProps) => (
  <Line>
    Learners see the questions{' '}
    <Choose
      label="Questions on a page"
      value={wayOf(settings)}
      choices={WAYS.map((way) => [way, ways[way][0]])}
      onChoose={(value) => change(ways[isOneOf(WAYS, value) ?? 'one'][1])}
    />
    .
  </Line>
);

const shownParts = [
  ['score', 'Score'],
  ['marks', 'Which answers were right'],
  ['answers', 'Right answers'],
  ['explanations', 'Explanations'],
] as const;

const whenWords: Record<ResultVisibility, string> = {
  at_once: 'at once',
  once_passed: 'once passed, or attempts used up',
  after_window: 'after it closes',
  never: 'never',
};

const Shown = ({ settings: { shows, closesAt }, change }: RuleProps) => {
  const choices = ResultVisibility.options
    .filter((when) => when !== 'after_window' || closesAt !== null)
    .map((when): Choice => [when, whenWords[when]]);
  return (
    <fieldset>
      <legend className="field-label">What learners see after they submit</legend>
      <div className="grid gap-2">
        {shownParts.map(([part, name]) => (
          <div key={part} className="grid items-center gap-x-4 sm:grid-cols-[13rem_minmax(0,1fr)]">
            <span aria-hidden="true">{name}</span>
            <Choose
              label={name}
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

/** How many questions of each tag an attempt draws, within the sentence. */
export const DrawsByTag = ({ settings: { drawsByTag }, change, questions, tags }: SentenceProps) => {
  const countOf = (tag: string): number => drawsByTag.find((draw) => draw.tag === tag)?.count ?? 0;
  const choose = (tag: string, count: number): void =>
    change((newest) => ({
      drawsByTag: tags.flatMap((one) => {
        const wanted = one === tag ? count : (newest.drawsByTag.find((draw) => draw.tag === one)?.count ?? 0);
        return wanted === 0 ? [] : [{ tag: one, count: wanted }];
      }),
    }));
  return (
    <>
      :{' '}
      {tags.map((tag) => (
        <span key={tag} className="me-2 inline-block">
          <Choose
            label={`Questions about ${tag}`}
            value={String(countOf(tag))}
            choices={numbers(
              [0, 1, 2, 3, 5, 10, 20].filter((count) => count <= questions),
              countOf(tag),
              (count) => (count === 0 ? 'all' : String(count)),
            )}
            onChoose={(value) => choose(tag, Number(value))}
          />{' '}
          about <span dir="auto">{tag}</span>,
        </span>
      ))}
      and all without a tag
    </>
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
        More rules
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
