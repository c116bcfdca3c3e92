import { z } from 'zod';
import { LINK_SHOWN_MS } from '#contract/classroom/class-link.ts';
import type { KindContent } from '#contract/classroom/lecture-kinds.ts';
import { messages } from '#contract/messages.ts';
import { MINUTE_MS, toInstant } from '#server/clock.ts';
import type { BatchDate } from '#server/database/batch-classes.ts';
import { fail } from '#server/errors.ts';
import type { Kind, ReadContent } from '../kind.ts';

/** `sequence` counts how often its time was changed, as calendars want to know. */
const Live = z.object({
  startsAt: z.int(),
  durationMinutes: z.int(),
  url: z.string(),
  sequence: z.int().default(0),
  /** Only as a batch has it: a class that is cancelled for all is deleted. */
  isCancelled: z.boolean().optional(),
});
export type LiveContent = z.output<typeof Live>;

export const readLive = (stored: unknown): LiveContent => Live.parse(stored);

/** The class as someone has it to whom a batch gives another date. */
export const datedFor = (live: LiveContent, date: BatchDate | undefined): LiveContent =>
  date
    ? {
        ...live,
        startsAt: date.startsAt,
        durationMinutes: date.durationMinutes,
        sequence: live.sequence + date.sequence + 1,
        isCancelled: date.isCancelled,
      }
    : live;

export const endOf = ({ startsAt, durationMinutes }: LiveContent): number => startsAt + durationMinutes * MINUTE_MS;

/** Whether people with access see the link: from 15 minutes before the start to the end. */
export const isLinkShown = (live: LiveContent, now: number): boolean =>
  live.isCancelled !== true && now >= live.startsAt - LINK_SHOWN_MS && now <= endOf(live);

const read = ({ startsAt, durationMinutes, url }: KindContent, before?: LiveContent): ReadContent => {
  const startsAtMs = startsAt === undefined ? before?.startsAt : Date.parse(startsAt);
  const content = {
    startsAt: startsAtMs,
    durationMinutes: durationMinutes ?? before?.durationMinutes,
    url: url ?? before?.url,
    sequence: before?.sequence ?? 0,
  };
  const whole = Live.safeParse(content);
  if (!whole.success) throw fail('validation_failed', { message: messages.lectureKinds.startMissing });
  const { data: live } = whole;
  if (before && (before.startsAt !== live.startsAt || before.durationMinutes !== live.durationMinutes))
    live.sequence += 1;
  return { durationMs: live.durationMinutes * MINUTE_MS, content: live };
};

/** A class at a time, by a link of any service. */
export const liveKind: Kind = {
  done: null,
  replacedBy: 'video',
  stored: Live,
  read: async ({ content }) => read(content),
  change: (stored, { startsAt, durationMinutes, url }) =>
    startsAt === undefined && durationMinutes === undefined && url === undefined
      ? undefined
      : read({ startsAt, durationMinutes, url }, readLive(stored)),
  present: (stored, { now, isVisitor }) => {
    const live = readLive(stored);
    const { startsAt, durationMinutes, url, isCancelled = false } = live;
    const isShown = !isVisitor && isLinkShown(live, now);
    return {
      live: { startsAt: toInstant(startsAt), durationMinutes, url: isShown ? url : null, isCancelled },
      classUrl: isVisitor ? null : url,
    };
  },
};
