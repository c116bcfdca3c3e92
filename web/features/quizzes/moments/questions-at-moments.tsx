import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { AttemptQuestion, QuestionAtMoment } from '#contract/classroom/quiz-fields.ts';
import { endpointQuery } from '#web/api/query.ts';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import { MomentPanel } from './moment-panel.tsx';
import { useReached } from './use-reached.ts';

interface QuestionsAtMomentsProps {
  courseId: string;
  lecture: Pick<Lecture, '_id'>;
  player: PlayerHandle | null;
}

/** Its options stay in the order in which they were shown. */
const withResult = (shown: AttemptQuestion, checked: AttemptQuestion): AttemptQuestion => ({
  ...checked,
  options: shown.options,
});

/** Which questions are answered, and what the answers given here were worth. */
const useAnswered = () => {
  const [checked, setChecked] = useState<ReadonlyMap<string, AttemptQuestion>>(new Map());
  /** To be answered again, after the minute that explains it. */
  const [again, setAgain] = useState<ReadonlySet<string>>(new Set());
  return {
    isOpen: ({ _id, isAnswered }: QuestionAtMoment): boolean => again.has(_id) || (!isAnswered && !checked.has(_id)),
    checkedOf: ({ _id }: QuestionAtMoment) => (again.has(_id) ? undefined : checked.get(_id)),
    note: ({ _id, question }: QuestionAtMoment, result: AttemptQuestion): void => {
      setChecked((known) => new Map([...known, [_id, withResult(question, result)]]));
      setAgain((known) => new Set([...known].filter((one) => one !== _id)));
    },
    askAgain: ({ _id }: QuestionAtMoment): void => setAgain((known) => new Set([...known, _id])),
  };
};

/** Pauses a video at the moments of its questions, which are answered in its place. Without a connection there are none. */
export function QuestionsAtMoments({ courseId, lecture, player }: QuestionsAtMomentsProps) {
  const params = { courseId, lectureId: lecture._id };
  const { data } = useQuery(
    endpointQuery('moments', 'GET /courses/:courseId/lectures/:lectureId/moments', {
      params,
      staleTime: Infinity,
      retry: false,
    }),
  );
  const answered = useAnswered();
  const canSkip = data?.canSkip ?? true;
  const reached = useReached({
    player,
    moments: data?.moments.filter(answered.isOpen) ?? [],
    canLeave: (moment) => canSkip || !answered.isOpen(moment),
  });
  if (!reached || !player) return null;
  return (
    <MomentPanel
      key={reached._id}
      {...{ params, player, canSkip }}
      moment={reached}
      checked={answered.checkedOf(reached)}
      onChecked={(result) => answered.note(reached, result)}
      onWatch={() => answered.askAgain(reached)}
    />
  );
}
