import type { ContinueItem } from '#contract/progress.ts';
import { formatLength } from '#web/ui/text/format.ts';

/** Of a lecture that was begun. */
export const timeLeft = ({ lecture, progress }: ContinueItem): string | undefined => {
  if (lecture.durationMs === null || progress.positionMs === 0) return undefined;
  const leftMs = lecture.durationMs - progress.positionMs;
  return leftMs > 0 ? `${formatLength(leftMs)} left` : undefined;
};
