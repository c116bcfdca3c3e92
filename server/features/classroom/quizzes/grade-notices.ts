import type { Tx } from '#server/database/database.ts';
import type { NewNotice, NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { availabilityOf } from './attempt-rules.ts';
import type { ItemChange } from './item-changes.ts';
import { inParts } from './in-parts.ts';
import { shownScore } from './present.ts';
import { type Regraded, SETTLED_AFTER_MS, sinceNotice } from './since-notice.ts';
import { readSettings } from './versions.ts';
import { findQuizNames } from './quizzes.queries.ts';
import { attemptScore, isCounted } from './scoring.ts';

/** Its result is complete now: a person has graded the last answer. */
const isComplete = ({ before, after }: Regraded): boolean => before.state === 'waiting' && after.state === 'graded';

const hasRisen = ({ before, after }: Regraded): boolean =>
  before.state === 'graded' &&
  after.state === 'graded' &&
  (after.earned ?? 0) * before.points > (before.earned ?? 0) * after.points;

const percentOf = ({ after }: Regraded): number => attemptScore(after)?.percent ?? 0;

/** One of each person, with their best score. */
const bestOfEach = (risen: readonly Regraded[]): Regraded[] => {
  const best = new Map<string, Regraded>();
  for (const one of risen) {
    const known = best.get(one.after.user_id);
    if (!known || percentOf(known) < percentOf(one)) best.set(one.after.user_id, one);
  }
  return [...best.values()];
};

const gradedSubject = (attemptId: string): string => `attempt:${attemptId}`;
const raisedSubject = (lectureId: string, userId: string): string => `raised:${lectureId}:${userId}`;

export type NoteGrades = (
  tx: Tx,
  lectureId: string,
  regraded: readonly Regraded[],
  correction?: { id: string; changes: readonly ItemChange[] },
) => Promise<void>;

/** Tells learners that their result is complete, and those who gain by a changed key that their score rose. */
export const createNoteGrades =
  ({ clock }: Pick<Platform, 'clock'>, { notify, withdraw }: Pick<NoticePort, 'notify' | 'withdraw'>): NoteGrades =>
  async (tx, lectureId, regraded, correction) => {
    const now = clock.now();
    const counted = regraded.filter(({ after }) => isCounted(after));
    const corrected = correction
      ? (await sinceNotice(tx, lectureId, { regraded, now, ...correction })).filter(({ after }) => isCounted(after))
      : [];
    const outdated = [...new Set(corrected.map(({ after }) => raisedSubject(lectureId, after.user_id)))];
    for (const part of inParts(outdated)) await withdraw(tx, part);
    if (!counted.some(isComplete) && !corrected.some(hasRisen)) return;
    const names = await findQuizNames(tx, lectureId);
    if (!names) return;
    const hasClosed = availabilityOf(readSettings(names.settings), now) === 'closed';
    // A notice says the score. Whether attempts are used up is shown by the quiz itself.
    const isVisible = ({ after }: Regraded): boolean =>
      shownScore(after, { hasPassed: after.has_passed === 1, areUsedUp: false, hasClosed }) !== null;
    const complete = counted.filter((one) => isComplete(one) && isVisible(one));
    const risen = bestOfEach(corrected.filter((one) => hasRisen(one) && isVisible(one)));
    const noticeOf = (one: Regraded, isRaised: boolean): Pick<NewNotice, 'content'> & { userId: string } => ({
      userId: one.after.user_id,
      content: {
        kind: 'graded',
        courseId: names.course_id,
        courseTitle: names.course_title,
        lectureId,
        lectureTitle: names.title,
        attemptId: one.after.id,
        percent: percentOf(one),
        passes: one.after.has_passed === 1 && (!isRaised || one.before.has_passed === 0),
        isRaised,
      },
    });
    const notices: NewNotice[] = [
      ...complete.map((one) => ({
        ...noticeOf(one, false),
        dedupeKey: `graded:${one.after.id}`,
        subject: gradedSubject(one.after.id),
      })),
      ...risen.map((one) => ({
        ...noticeOf(one, true),
        dedupeKey: `raised:${correction?.id}:${one.after.user_id}`,
        subject: raisedSubject(lectureId, one.after.user_id),
        dueAtMs: now + SETTLED_AFTER_MS,
      })),
    ];
    for (const part of inParts(notices)) await notify(tx, part);
  };
