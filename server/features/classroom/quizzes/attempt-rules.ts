import { MINUTE_MS } from '#server/clock.ts';
import { LATE_MS, type Quiz } from '#contract/classroom/quiz-fields.ts';
import type { QuizSettings, ResultVisibility } from '#contract/classroom/quiz-settings.ts';
import type { QuizAttemptItemRow, QuizAttemptRow } from '#server/database/tables/quizzes.ts';

/** Once the network had its time. */
export const isExpired = ({ state, deadline_at: deadline }: QuizAttemptRow, now: number): boolean =>
  state === 'open' && deadline !== null && now > deadline + LATE_MS;

/** Those that were not reset. */
export const standing = (attempts: readonly QuizAttemptRow[]): QuizAttemptRow[] =>
  attempts.filter((attempt) => attempt.reset_id === null);

export const usedUp = (
  attempts: readonly QuizAttemptRow[],
  { maxAttempts }: QuizSettings,
  isPreview: boolean,
): boolean => !isPreview && maxAttempts !== null && standing(attempts).length >= maxAttempts;

/** When the next attempt may begin after a wait; null for now. */
export const nextAt = (
  attempts: readonly QuizAttemptRow[],
  { waitMinutes }: QuizSettings,
  now: number,
): number | null => {
  const last = standing(attempts).at(-1)?.submitted_at ?? null;
  const at = last === null ? 0 : last + waitMinutes * MINUTE_MS;
  return at > now ? at : null;
};

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

export const availabilityOf = (
  { opensAt, closesAt }: Pick<QuizSettings, 'opensAt' | 'closesAt'>,
  now: number,
): Quiz['availability'] => {
  if (now < (msOf(opensAt) ?? 0)) return 'not_yet';
  return now < (msOf(closesAt) ?? Number.MAX_SAFE_INTEGER) ? 'open' : 'closed';
};

/** When an attempt ends that begins at a moment: after its time, and at the latest when the quiz closes; null for never. */
export const deadlineOf = (
  { mode, timeLimitMinutes, closesAt }: QuizSettings,
  { startedAt, isPreview }: { startedAt: number; isPreview: boolean },
): number | null => {
  const limit = mode === 'test' && timeLimitMinutes !== null ? [startedAt + timeLimitMinutes * MINUTE_MS] : [];
  const close = isPreview ? [] : [msOf(closesAt) ?? []].flat();
  const ends = [...limit, ...close];
  return ends.length === 0 ? null : Math.min(...ends);
};

/** A test with one question at a time, each of which is locked once the next one is shown. */
export const isOneWay = ({
  mode,
  isOnePage,
  canGoBack,
}: Pick<QuizSettings, 'mode' | 'isOnePage' | 'canGoBack'>): boolean => mode === 'test' && !isOnePage && !canGoBack;

/** The questions that an attempt shows: in one that cannot go back, up to the first that is not locked. */
export const shownItems = (
  { state }: Pick<QuizAttemptRow, 'state'>,
  items: readonly QuizAttemptItemRow[],
  settings: QuizSettings,
): readonly QuizAttemptItemRow[] => {
  if (state !== 'open' || !isOneWay(settings)) return items;
  const current = items.findIndex((item) => item.locked_at === null);
  return current === -1 ? items : items.slice(0, current + 1);
};

/** How a learner stands in a quiz, as far as results depend on it. */
export interface Reached {
  hasPassed: boolean;
  /** No further attempt may begin, and none is open. */
  areUsedUp: boolean;
  /** The quiz has closed, by its rules of today. */
  hasClosed: boolean;
}

/** Whether a part of a result may be seen. The one place that decides it. */
export const isShown = (when: ResultVisibility, { hasPassed, areUsedUp, hasClosed }: Reached): boolean =>
  when === 'at_once' || (when === 'once_passed' && (hasPassed || areUsedUp)) || (when === 'after_window' && hasClosed);

export const reachedIn = (
  attempts: readonly QuizAttemptRow[],
  { settings, isPreview, now }: { settings: QuizSettings; isPreview: boolean; now: number },
): Reached => ({
  hasPassed: standing(attempts).some((attempt) => attempt.has_passed === 1),
  areUsedUp: usedUp(attempts, settings, isPreview) && attempts.every(({ state }) => state !== 'open'),
  hasClosed: availabilityOf(settings, now) === 'closed',
});
