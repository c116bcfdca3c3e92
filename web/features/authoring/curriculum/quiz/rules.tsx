import { useId } from 'react';
import { messages } from '#contract/messages.ts';
import { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { call } from '#web/api/call.ts';
import { useSavedAtOnce } from '#web/ui/forms/use-saves.ts';
import { countOf, keysOf } from '#contract/format.ts';
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
import { DrawsByTag, MoreRules } from './more-rules.tsx';
import { readingWords, waitWords } from './rule-words.ts';
import { type QuizPart, useShowSavedQuiz } from './use-quiz.ts';

const scorings = ['best', 'last', 'first', 'average'] as const;
/** The usual ways to show a result; any other is chosen below More rules. */
const reveals = {
  answers: ['all right answers', { answers: 'at_once', explanations: 'at_once' }],
  once_passed: ['all right answers once they pass or have no attempts left', {}],
  marks: ['which of their answers were right', { answers: 'never', explanations: 'never' }],
  nothing: ['only the score', { marks: 'never', answers: 'never', explanations: 'never' }],
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
  const { passPercent, maxAttempts, waitMinutes, scoring } = settings;
  return (
    <>
      Learners pass with{' '}
      <Choose
        label="Pass mark"
        value={String(passPercent)}
        choices={numbers([0, 50, 60, 70, 80, 90, 100], passPercent, (percent) => `${percent}%`)}
        onChoose={(value) => change({ passPercent: Number(value) })}
      />
      . They may try{' '}
      <Choose
        label="Attempts"
        value={textOf(maxAttempts)}
        choices={[
          [NONE, 'any number of times'],
          ...numbers([1, 2, 3, 5, 10], maxAttempts, (count) => (count === 1 ? 'once' : `${count} times`)),
        ]}
        onChoose={(value) => change({ maxAttempts: orNull(value) })}
      />
      {maxAttempts === 1 ? (
        '.'
      ) : (
        <>
          , with{' '}
          <Choose
            label="Wait"
            value={String(waitMinutes)}
            choices={numbers([0, 10, 60, 1440], waitMinutes, waitWords)}
            onChoose={(value) => change({ waitMinutes: Number(value) })}
          />{' '}
          between attempts, and the{' '}
          <Choose
            label="Score that counts"
            value={scoring}
            choices={scorings.map((one) => [one, one])}
            onChoose={(value) => change({ scoring: isOneOf(scorings, value) ?? 'best' })}
          />{' '}
          score counts.
        </>
      )}
    </>
  );
};

const Mode = ({ settings, change }: SentenceProps) => {
  const { mode, shows, timeLimitMinutes } = settings;
  const reveal = revealOf(shows);
  return (
    <>
      This is{' '}
      <Choose
        label="Mode"
        value={mode}
        choices={[
          ['practice', 'practice'],
          ['test', 'a test'],
        ]}
        onChoose={(value) => change({ mode: value === 'test' ? 'test' : 'practice' })}
      />
      {mode === 'practice' ? (
        ': they see the right answer after each question.'
      ) : (
        <>
          : afterwards they see{' '}
          <Choose
            label="Shown afterwards"
            value={reveal}
            choices={[
              ...revealNames.map((name): Choice => [name, reveals[name][0]]),
              ...(reveal === CHOSEN ? [[CHOSEN, 'what is chosen below'] as const] : []),
            ]}
            onChoose={(value) => {
              const name = isOneOf(revealNames, value);
              if (name) change({ shows: showsOf(reveals[name][1]) });
            }}
          />
          . There is{' '}
          <Choose
            label="Time limit"
            value={textOf(timeLimitMinutes)}
            choices={[
              [NONE, 'no time limit'],
              ...numbers(
                [5, 10, 15, 20, 30, 45, 60, 90, 120],
                timeLimitMinutes,
                (count) => `a limit of ${count} minutes`,
              ),
            ]}
            onChoose={(value) => change({ timeLimitMinutes: orNull(value) })}
          />
          .
        </>
      )}
    </>
  );
};

const BY_TAG = 'by-tag';

const Shuffle = ({ settings, change, questions, tags }: SentenceProps) => {
  const { isShuffled, areOptionsShuffled, draw, drawsByTag } = settings;
  const orders: Choice[] = [
    ['no', 'in this order'],
    ['yes', 'shuffled'],
  ];
  return (
    <>
      Each attempt has{' '}
      <Choose
        label="Questions of an attempt"
        value={drawsByTag.length > 0 ? BY_TAG : textOf(draw)}
        choices={[
          [NONE, 'all questions'],
          ...(tags.length > 0 ? [[BY_TAG, 'a number of each tag'] as const] : []),
          ...numbers(
            [3, 5, 10, 20, 50].filter((count) => count < questions),
            draw,
            (count) => `${count} at random`,
          ),
        ]}
        onChoose={(value) =>
          change(
            value === BY_TAG
              ? { draw: null, drawsByTag: tags.slice(0, 1).map((tag) => ({ tag, count: 1 })) }
              : { draw: orNull(value), drawsByTag: [] },
          )
        }
      />
      {drawsByTag.length > 0 && <DrawsByTag {...{ settings, change, questions, tags }} />}. Questions come{' '}
      <Choose
        label="Order of questions"
        value={isShuffled ? 'yes' : 'no'}
        choices={orders}
        onChoose={(value) => change({ isShuffled: value === 'yes' })}
      />
      , their answers{' '}
      <Choose
        label="Order of answers"
        value={areOptionsShuffled ? 'yes' : 'no'}
        choices={orders}
        onChoose={(value) => change({ areOptionsShuffled: value === 'yes' })}
      />
      .
    </>
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
  const id = useId();
  const { settings, change } = useSettings(part);
  return (
    <section aria-labelledby={id} className="surface mt-4 p-5 sm:px-6">
      <h2 id={id} className="text-title">
        Rules
      </h2>
      <Line>
        The lecture pauses at each question. Learners{' '}
        <Choose
          label="Skipping"
          value={settings.canSkip ? 'yes' : 'no'}
          choices={[
            ['yes', 'may skip it'],
            ['no', 'answer it to continue'],
          ]}
          onChoose={(value) => change({ canSkip: value === 'yes' })}
        />
        . They see the right answer at once, and what they have answered does not come again.
      </Line>
      <p className="meta">Skipping does not change what counts as watched.</p>
    </section>
  );
}

/** The rules of a quiz as sentences. Attempts that have begun keep theirs, but for a later end. */
export function Rules({ place, quiz }: QuizPart) {
  const id = useId();
  const { settings, change } = useSettings({ place, quiz });
  const tags = [...new Set(quiz.questions.flatMap(({ question }) => question.tags))].toSorted();
  const sentence = { settings, change, questions: quiz.questions.length, tags };
  return (
    <section aria-labelledby={id} className="surface mt-4 grid overflow-clip lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="p-5 sm:px-6">
        <h2 id={id} className="text-title">
          Rules
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
        <h3 className="font-sans text-sm font-semibold tracking-normal">In short</h3>
        <p className="mt-2 text-sm text-muted">
          {settings.drawsByTag.length === 0 && `${countOf(settings.draw ?? quiz.questions.length, 'question')}. `}
          {readingWords(settings)}
        </p>
        {quiz.attempts > 0 && (
          <p className="meta mt-3">Attempts that have begun keep their rules. A later end counts for them too.</p>
        )}
      </div>
    </section>
  );
}
