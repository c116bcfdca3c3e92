import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AttemptQuestion } from '#contract/classroom/quiz-fields.ts';
import type { QuizAnswer } from '#contract/classroom/quiz-questions.ts';
import type { RecallQuestion } from '#contract/classroom/recall.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Part } from '#web/features/classroom/learning/part.tsx';
import { Button } from '#web/ui/button.tsx';
import { useSaves } from '#web/ui/forms/use-saves.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { EMPTY, isAnswered } from './answer-saver.ts';
import { QuestionPart, seenOrder } from './question-form.tsx';
import { Explanation } from './question-parts.tsx';
import { recallQuery } from './recall-query.ts';
import './quizzes.css';

const { failed } = messages.quizzes;

interface Choice {
  isOn: boolean;
  reminds: boolean;
}

/** Shown at once; what the server refuses is read again. */
const useChoose = () => {
  const queryClient = useQueryClient();
  const { queryKey } = recallQuery();
  const action = useAction({
    run: (body: Choice) => call('PUT /user/review', { body }),
    messages: { error: failed },
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  });
  const saves = useSaves();
  return (choice: Choice): void => {
    // A response from before the choice would show what was chosen before.
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (known) => known && { ...known, ...choice });
    void saves.run(() => action.start(choice));
  };
};

/** Removes the answered questions from the cache when the panel closes. Earlier, the next ones would move up. */
const useAnswered = (): Set<string> => {
  const queryClient = useQueryClient();
  const [answered] = useState(() => new Set<string>());
  useEffect(
    () => () => {
      const { queryKey } = recallQuery();
      queryClient.setQueryData(
        queryKey,
        (known) => known && { ...known, questions: known.questions.filter(({ _id }) => !answered.has(_id)) },
      );
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    },
    [queryClient, answered],
  );
  return answered;
};

interface OneProps {
  asked: RecallQuestion;
  isLast: boolean;
  onAnswered: () => void;
  onNext: () => void;
}

const One = ({ asked: { _id, course, lecture, question: open }, isLast, onAnswered, onNext }: OneProps) => {
  const [answer, setAnswer] = useState<QuizAnswer>(EMPTY);
  const [checked, setChecked] = useState<AttemptQuestion>();
  const question = checked ?? open;
  const check = useAction({
    run: () => {
      const { file: _, ...body } = { ...answer, choices: seenOrder(open, answer) ?? answer.choices };
      return call('POST /user/review/:quizQuestionId', { params: { quizQuestionId: _id }, body: { answer: body } });
    },
    messages: { error: failed },
    onSuccess: (response) => {
      onAnswered();
      setChecked(response.question);
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (checked) onNext();
    else if (isAnswered(answer) || open.type === 'order') void check.start(undefined);
  };
  const links = {
    lectureOf: () => undefined,
    watch: ({ lectureId, fromMs }: { lectureId: string; fromMs: number }) => {
      const [pathname = '', search = ''] = pathTo('classroom', { course: course._id, lecture: lectureId }).split('?');
      return { pathname, search: `?${search}&at=${Math.floor(fromMs / 1000)}` };
    },
  };
  return (
    <form onSubmit={submit}>
      <p className="meta mb-2 wrap-anywhere">
        <Link to={pathTo('classroom', { course: course._id, lecture: lecture._id })} className="link">
          {lecture.title}
        </Link>{' '}
        · {course.title}
      </p>
      <QuestionPart
        question={question}
        answer={checked ? checked.answer : answer}
        onChange={setAnswer}
        sendFile={() => Promise.resolve()}
      />
      {checked && <Explanation question={checked} links={links} comesAgain={false} />}
      <Button type="submit" size="large" className="mt-5 max-sm:w-full" isBusy={check.isBusy}>
        {checked ? isLast ? <Trans>Done</Trans> : <Trans>Next question</Trans> : <Trans>Check</Trans>}
      </Button>
    </form>
  );
};

/** For people who turned them off: how to turn them on again. */
export const RecallOff = () => {
  const { data } = useQuery(recallQuery());
  const choose = useChoose();
  if (data?.isOn !== false) return null;
  return (
    <p className="mt-8 text-sm text-muted">
      <Trans>Review of wrong answers is off.</Trans>{' '}
      <button
        type="button"
        className="link min-h-11 cursor-pointer"
        onClick={() => choose({ isOn: true, reminds: data.reminds })}
      >
        <Trans>Turn it on</Trans>
      </button>
    </p>
  );
};

interface RecallChoicesProps {
  reminds: boolean;
  choose: (choice: Choice) => void;
}

/** Whether a reminder is sent, and the way to turn all of it off. */
const RecallChoices = ({ reminds, choose }: RecallChoicesProps) => {
  const { t } = useLingui();
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-4">
      <CheckField
        label={t`Remind me once a day`}
        hint={t`At the hour at which you usually learn, while questions are due.`}
        checked={reminds}
        onChange={() => choose({ isOn: true, reminds: !reminds })}
      />
      <Button tone="ghost" onClick={() => choose({ isOn: false, reminds: false })}>
        <Trans>Turn these off</Trans>
      </Button>
    </div>
  );
};

/** Questions that went wrong and are due again, one at a time. */
export default function Recall() {
  const { t } = useLingui();
  const { data } = useQuery(recallQuery());
  const choose = useChoose();
  const [index, setIndex] = useState(0);
  const answered = useAnswered();
  const count = data?.questions.length ?? 0;
  const asked = data?.questions[index];
  if (!data || count === 0) return null;
  if (!data.isOn) return <RecallOff />;
  return (
    <Part
      title={asked ? (count === 1 ? t`One question again` : t`${count} questions again`) : t`Done for today`}
      aside={
        asked && (
          <span className="num text-sm text-muted">
            <Trans>
              {{ number: index + 1 }} of {count}
            </Trans>
          </span>
        )
      }
    >
      <div className="surface p-5 sm:p-6">
        {asked ? (
          <One
            key={asked._id}
            asked={asked}
            isLast={index === count - 1}
            onAnswered={() => answered.add(asked._id)}
            onNext={() => setIndex(index + 1)}
          />
        ) : (
          <p>
            <Trans>What was wrong comes back tomorrow, the rest in 3 and 7 days.</Trans>
          </p>
        )}
        <RecallChoices reminds={data.reminds} choose={choose} />
      </div>
    </Part>
  );
}
