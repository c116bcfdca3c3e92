import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import type { QuizAttemptRow } from '#server/database/tables/quizzes.ts';
import { ItemChanges, type ItemChange } from './item-changes.ts';
import { listRecentRegrades, listScored } from './regrades.queries.ts';
import { totalOf } from './scoring.ts';
import { readSettings } from './versions.ts';

/** Keys are often corrected several times in a row. What is told is what the last correction made of it. */
export const SETTLED_AFTER_MS = 5 * MINUTE_MS;
/** More corrections in a row are told as several. */
const LONGEST_ROW_MS = HOUR_MS;

/** How a submitted attempt stood, and how it stands. */
export interface Regraded {
  before: QuizAttemptRow;
  after: QuizAttemptRow;
}

interface Correction {
  at: number;
  items: readonly Pick<ItemChange, 'attemptId' | 'position' | 'before'>[];
}

/** The corrections that came so soon before this moment, or one after another, that nobody was told; the newest first. */
const listCorrections = async (tx: Tx, lectureId: string, now: number): Promise<Correction[]> => {
  const recent = await listRecentRegrades(tx, lectureId, now - LONGEST_ROW_MS);
  const corrections = recent.flatMap(({ changes, created_at: at, undone_at: undoneAt }): Correction[] => {
    const items = ItemChanges.parse(JSON.parse(changes));
    const undone =
      undoneAt === null ? [] : [{ at: undoneAt, items: items.map((item) => ({ ...item, before: item.after })) }];
    return [...undone, { at, items }];
  });
  let since = now;
  return corrections
    .toSorted((a, b) => b.at - a.at)
    .filter(({ at }) => {
      const isRecent = since - at < SETTLED_AFTER_MS;
      if (isRecent) since = at;
      return isRecent;
    });
};

/** Attempts with how they stood before the first correction that nobody was told of yet. */
export const sinceNotice = async (
  tx: Tx,
  lectureId: string,
  { regraded, changes, now }: { regraded: readonly Regraded[]; changes: Correction['items']; now: number },
): Promise<readonly Regraded[]> => {
  const earlier = await listCorrections(tx, lectureId, now);
  if (earlier.length === 0) return regraded;
  const corrections = [{ at: now, items: changes }, ...earlier];
  const ofAttempt = Map.groupBy(
    corrections.flatMap(({ at, items }) => items.map((item) => ({ ...item, at }))),
    ({ attemptId }) => attemptId,
  );
  const scored = await listScored(tx, [...ofAttempt.keys()]);
  return scored.map(({ attempt: after, items }) => {
    // What an attempt gained as it ended is part of its first score.
    const known = (ofAttempt.get(after.id) ?? []).filter(({ at }) => at >= (after.submitted_at ?? 0));
    const first = new Map(known.map(({ position, before }) => [position, before]));
    const itemsBefore = items.map((item) => first.get(item.position) ?? item);
    return { after, before: { ...after, ...totalOf(itemsBefore, readSettings(after.settings)) } };
  });
};
