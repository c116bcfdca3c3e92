import type { Tx } from '#server/database/database.ts';
import type { QuizAttemptItemRow, QuizAttemptRow } from '#server/database/tables/quizzes.ts';
import { changeOf, isLess, isSame } from './grade-changes.ts';
import { addChange, listRegradesSince, listTakenBack } from './regrades.queries.ts';
import { isCounted, totalOf } from './scoring.ts';
import { readSettings, type Versions } from './versions.ts';

type Items = readonly QuizAttemptItemRow[];

const gradedOf = (attempt: QuizAttemptRow, items: Items, item: QuizAttemptItemRow) => {
  const total = totalOf(items, readSettings(attempt.settings));
  return {
    ...item,
    item_points: item.points,
    attempt_points: total.points,
    items_earned: items.reduce((sum, { earned }) => sum + (earned ?? 0), 0),
    others_waiting: items.filter((one) => one !== item && one.earned === null).length,
    has_passed: total.has_passed,
    settings: attempt.settings,
  };
};

/**
 * What the graded items of an attempt that ends earn by the changes of their questions since it began: as if it had ended just
 * before each of them. The changes remember it, so that it can be undone. In a transaction that keeps the quiz.
 */
export const withChangesSince = async (
  tx: Tx,
  versions: Versions,
  { attempt, items }: { attempt: QuizAttemptRow; items: Items },
): Promise<Items> => {
  const since = await listRegradesSince(tx, attempt);
  const takenBack = await listTakenBack(tx, attempt.id);
  const steps = [
    ...since.map((step) => ({ ...step, regradeId: step.id })),
    ...takenBack.map((step) => ({ ...step, policy: 'nobody_loses' as const, regradeId: undefined })),
  ];
  if (steps.length === 0) return items;
  const version = await versions.read(
    tx,
    steps.map((step) => step.to_version_id),
  );
  let changed = items;
  for (const { position, policy, to_version_id: versionId, regradeId } of steps) {
    const item = changed.find((one) => one.position === position);
    if (!item) continue;
    const change = changeOf(policy, version(versionId), gradedOf(attempt, changed, item));
    if (isSame(change)) continue;
    changed = changed.map((one) => (one === item ? { ...item, ...change.item.after } : one));
    if (regradeId === undefined || !isCounted(attempt)) continue;
    await addChange(tx, regradeId, {
      change: JSON.stringify({ attemptId: attempt.id, position, ...change.item }),
      rise: isLess(change.total.before, change.total.after) ? 1 : 0,
      fall: isLess(change.total.after, change.total.before) ? 1 : 0,
    });
  }
  return changed;
};
