import { releaseMessages } from '#contract/access/release-messages.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { formatWeekday } from '#contract/format.ts';

/** Why a lecture is locked, and from which day on it may open; undefined for one that is open. */
export const lockWords = (
  { lockedBy, opensAt }: Pick<Lecture, 'lockedBy' | 'opensAt'>,
  timeZone: string,
): string | undefined =>
  lockedBy === null
    ? undefined
    : releaseMessages.locked(lockedBy, opensAt === null ? null : formatWeekday(opensAt, timeZone));
