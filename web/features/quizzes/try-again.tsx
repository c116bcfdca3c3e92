import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import type { Quiz } from '#contract/classroom/quiz-fields.ts';
import { messages } from '#contract/messages.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { useOnline } from '#web/api/connection.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { formatShortMoment } from '#contract/format.ts';
import type { QuizLinks } from './quiz-links.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { startIn } from './quiz-words-in.ts';

/** The longest time that a timer takes. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** When another attempt may begin, or none may any more. */
const nextChangeOf = ({ availability, nextAt, settings }: Omit<Quiz, 'lectureId'>): string | null => {
  if (availability === 'not_yet') return settings.opensAt;
  return nextAt ?? (availability === 'open' ? settings.closesAt : null);
};

/** Fetches the quiz again when the next attempt opens, and when the quiz closes. */
const useOpening = ({ lectureId, ...quiz }: Quiz): void => {
  const nextAt = nextChangeOf(quiz);
  const queryClient = useQueryClient();
  const refresh = useEffectEvent(() => void invalidate(queryClient, [['quizzes', lectureId]]));
  useEffect(() => {
    if (nextAt === null) return undefined;
    const waitMs = Math.max(0, Date.parse(nextAt) - serverNow()) + 500;
    if (waitMs > TIMER_MAX_MS) return undefined;
    const timer = setTimeout(() => refresh(), waitMs);
    return () => clearTimeout(timer);
  }, [nextAt]);
};

interface TryAgainProps {
  courseId: string;
  quiz: Quiz;
  links: QuizLinks;
}

/** Starts an attempt, or continues the open one; nothing once all are used. */
export const TryAgain = ({ courseId, quiz, links }: TryAgainProps) => {
  const language = useLanguage();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { timeZone } = useSite();
  const { lectureId, openAttemptId, attemptsLeft, availability } = quiz;
  const nextAt = availability === 'not_yet' ? quiz.settings.opensAt : quiz.nextAt;
  const nowMs = useNow();
  const isOnline = useOnline();
  useOpening(quiz);
  const start = useAction({
    run: async () => {
      if (openAttemptId !== null) return openAttemptId;
      const { attempt } = await call('POST /courses/:courseId/lectures/:lectureId/attempts', {
        params: { courseId, lectureId },
      });
      return attempt._id;
    },
    messages: { error: messages.quizzes.failed },
    onSuccess: async (id) => {
      await navigate(links.attempt(id), { preventScrollReset: true });
      await queryClient.invalidateQueries({ queryKey: ['quizzes', lectureId], exact: true });
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: ['quizzes', lectureId], exact: true }),
  });
  if (openAttemptId === null && (attemptsLeft === 0 || availability === 'closed')) return null;
  const label = startIn(quiz, language);
  const waits = openAttemptId === null && nextAt !== null;
  return (
    <Button
      size="large"
      tone={quiz.hasPassed && openAttemptId === null ? 'quiet' : 'primary'}
      isBusy={start.isBusy}
      isDisabled={waits || (openAttemptId === null && !isOnline)}
      onClick={() => void start.start(undefined)}
    >
      {waits ? (
        <Trans>Opens at {{ nextAt: formatShortMoment(nextAt, timeZone, new Date(nowMs), language.locale) }}</Trans>
      ) : (
        label
      )}
    </Button>
  );
};
