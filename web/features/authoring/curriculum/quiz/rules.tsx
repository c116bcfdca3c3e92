import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { messages } from '#contract/messages.ts';
import { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { call } from '#web/api/call.ts';
import { rulesIn } from '#web/features/quizzes/quiz-rules-in.ts';
import { useSavedAtOnce } from '#web/ui/forms/use-saves.ts';
import { keysOf } from '#contract/format.ts';
import {
  type Choice,
  Choose,
  isOneOf,
  Line,
  NONE,
  numbers,
  orNull,
  type RulesChange,
  type SentenceProps,
  textOf,
} from './choose.tsx';
import { Shuffle } from './draw-rule.tsx';
import { MoreRules } from './more-rules.tsx';
import { scoringWords, waitWords } from './rule-words.ts';
import { type QuizPart, useShowSavedQuiz } from './use-quiz.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const scorings = ['best', 'last', 'first', 'average'] as const;
/** The usual ways to show a result; any other is chosen below More rules. */
const reveals = {
  answers: [msg`all right answers`, { answers: 'at_once', explanations: 'at_once' }],
  once_passed: [msg`all right answers once they pass or have no attempts left`, {}],
  marks: [msg`which of their answers were right`, { answers: 'never', explanations: 'never' }],
  nothing: [msg`only the score`, { marks: 'never', answers: 'never', explanations: 'never' }],
} as const;
const CHOSEN = 'chosen';

const showsOf = (part: Partial<QuizSettings['shows']>): QuizSettings['shows'] => ({
  ...QuizSettings.parse({}).shows,
  ...part,
});

const isSame = (a: QuizSettings['shows'], b: QuizSettings['shows']): boolean =>
  a.score === b.score && a.marks === b.marks && a.answers === b.answers && a.explanations === b.explanations;

const revealNames = keysOf(reveals);
const revealOf = (shows: QuizSettings['shows']): string =>
  revealNames.find((name) => isSame(shows, showsOf(reveals[name][1]))) ?? CHOSEN;

const Attempts = ({ settings, change }: SentenceProps) => {
  const { t } = useLingui();
  const { passPercent, maxAttempts, waitMinutes, scoring } = settings;
  const language = useLanguage();
  const percent = (
    <Choose
      label={t`Pass mark`}
      value={String(passPercent)}
      choices={numbers([0, 50, 60, 70, 80, 90, 100], passPercent, (part) => `${part}%`)}
      onChoose={(value) => change({ passPercent: Number(value) })}
    />
  );
  const tries = (
    <Choose
      label={t`Attempts`}
      value={textOf(maxAttempts)}
      choices={[
        [NONE, t`any number of times`],
        ...numbers([1, 2, 3, 5, 10], maxAttempts, (count) => (count === 1 ? t`once` : t`${count} times`)),
      ]}
      onChoose={(value) => change({ maxAttempts: orNull(value) })}
    />
  );
  const wait = (
    <Choose
      label={t`Wait`}
      value={String(waitMinutes)}
      choices={numbers([0, 10, 60, 1440], waitMinutes, (minutes) => waitWords(minutes, language))}
      onChoose={(value) => change({ waitMinutes: Number(value) })}
    />
  );
  const score = (
    <Choose
      label={t`Score that counts`}
      value={scoring}
      choices={scorings.map((one) => [one, language._(scoringWords[one])])}
      onChoose={(value) => change({ scoring: isOneOf(scorings, value) ?? 'best' })}
    />
  );
  return maxAttempts === 1 ? (
    <Trans>
      Learners pass with {percent}. They may try {tries}.
    </Trans>
  ) : (
    <Trans>
      Learners pass with {percent}. They may try {tries}, with {wait} between attempts, and the {score} score counts.
    </Trans>
  );
};

const Reveal = ({ settings: { shows }, change }: SentenceProps) => {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const reveal = revealOf(shows);
  return (
    <Choose
      label={t`Shown afterwards`}
      value={reveal}
      choices={[
        ...revealNames.map((name): Choice => [name, _(reveals[name][0])]),
        ...(reveal === CHOSEN ? [[CHOSEN, t`what is chosen below`] as const] : []),
      ]}
      onChoose={(value) => {
        const name = isOneOf(revealNames, value);
        if (name) change({ shows: showsOf(reveals[name][1]) });
      }}
    />
  );
};

const Mode = (sentence: SentenceProps) => {
  const { t } = useLingui();
  const { settings, change } = sentence;
  const { mode, timeLimitMinutes } = settings;
  const chosen = (
    <Choose
      label={t`Mode`}
      value={mode}
      choices={[
        ['practice', t`practice`],
        ['test', t`a test`],
      ]}
      onChoose={(value) => change({ mode: value === 'test' ? 'test' : 'practice' })}
    />
  );
  const seen = <Reveal {...sentence} />;
  const limit = (
    <Choose
      label={t`Time limit`}
      value={textOf(timeLimitMinutes)}
      choices={[
        [NONE, t`no time limit`],
        ...numbers([5, 10, 15, 20, 30, 45, 60, 90, 120], timeLimitMinutes, (count) => t`a limit of ${count} minutes`),
      ]}
      onChoose={(value) => change({ timeLimitMinutes: orNull(value) })}
    />
  );
  return mode === 'practice' ? (
    <Trans>This is {chosen}: they see the right answer after each question.</Trans>
  ) : (
    <Trans>
      This is {chosen}: afterwards they see {seen}. There is {limit}.
    </Trans>
  );
};

/** The settings of a quiz; each change is saved at once. */
const useSettings = ({ place, quiz }: QuizPart) => {
  const showSaved = useShowSavedQuiz(place);
  const save = async (body: QuizSettings): Promise<QuizSettings> => {
    const saved = await call('PUT /courses/:courseId/lectures/:lectureId/quiz/settings', {
      params: { ...place },
      body,
    });
    await showSaved(saved);
    return saved.quiz.settings;
  };
  const { value: settings, change } = useSavedAtOnce(quiz.settings, save, messages.quizzes.rulesNotSaved);
  return {
    settings,
    change: (part: RulesChange): void =>
      change((newest) => ({ ...newest, ...(typeof part === 'function' ? part(newest) : part) })),
  };
};

/** What happens at the moments of a video. */
export function MomentRules(part: QuizPart) {
  const { t } = useLingui();
  const id = useId();
  const { settings, change } = useSettings(part);
  const skipping = (
    <Choose
      label={t`Skipping`}
      value={settings.canSkip ? 'yes' : 'no'}
      choices={[
        ['yes', t`may skip it`],
        ['no', t`answer it to continue`],
      ]}
      onChoose={(value) => change({ canSkip: value === 'yes' })}
    />
  );
  return (
    <section aria-labelledby={id} className="surface mt-4 p-5 sm:px-6">
      <h2 id={id} className="text-title">
        <Trans>Rules</Trans>
      </h2>
      <Line>
        <Trans>
          The lecture pauses at each question. Learners {skipping}. They see the right answer at once, and what they
          have answered does not come again.
        </Trans>
      </Line>
      <p className="meta">
        <Trans>Skipping does not change what counts as watched.</Trans>
      </p>
    </section>
  );
}

/** As learners read the rules before a quiz opens, and before their first attempt. */
const unbegun = { availability: 'not_yet', attempts: [] } as const;

/** The rules of a quiz as sentences. Attempts that have begun keep theirs, but for a later end. */
export function Rules({ place, quiz }: QuizPart) {
  const { t } = useLingui();
  const id = useId();
  const language = useLanguage();
  const { settings, change } = useSettings({ place, quiz });
  const tags = [...new Set(quiz.questions.flatMap(({ question }) => question.tags))].toSorted();
  const sentence = { settings, change, questions: quiz.questions.length, tags };
  return (
    <section aria-labelledby={id} className="surface mt-4 grid overflow-clip lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="p-5 sm:px-6">
        <h2 id={id} className="text-title">
          <Trans>Rules</Trans>
        </h2>
        <div className="mt-2 space-y-2">
          <Line>
            <Attempts {...sentence} />
          </Line>
          <Line>
            <Mode {...sentence} />
          </Line>
          <Line>
            <Shuffle {...sentence} />
          </Line>
        </div>
        <MoreRules {...sentence} />
      </div>
      <div className="border-line bg-base-200 p-5 max-lg:border-t sm:px-6 lg:border-s">
        <h3 className="font-sans text-sm font-semibold tracking-normal">
          <Trans>In short</Trans>
        </h3>
        <p className="mt-2 text-sm text-muted">
          {settings.drawsByTag.length === 0 &&
            `${t({ message: plural(settings.draw ?? quiz.questions.length, { one: '# question', other: '# questions' }) })}. `}
          {rulesIn({ ...unbegun, settings, points: quiz.points, attemptsLeft: settings.maxAttempts }, language).join(
            ' ',
          )}
        </p>
        {quiz.attempts > 0 && (
          <p className="meta mt-3">
            <Trans>Attempts that have begun keep their rules. A later end counts for them too.</Trans>
          </p>
        )}
      </div>
    </section>
  );
}
