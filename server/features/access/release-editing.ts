import { setImmediate } from 'node:timers/promises';
import type { ReleaseEffect, ReleaseRule } from '#contract/access/release.ts';
import { releaseMessages } from '#contract/access/release-messages.ts';
import { isPassed } from '#contract/classroom/kind-facts.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { recordChange } from '#server/audit/context.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import { fail, invalidField } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Platform } from '#server/platform.ts';
import type { createReleaseLearners } from './release-learners.ts';
import {
  begunOf,
  compareOpenings,
  countsDays,
  createDayStarts,
  itemsOf,
  opensAt,
  type OutlineLecture,
  type ReleaseItem,
} from './release.ts';
import { findRules, listOutline, listSectionIds, lockRules, writeRules } from './release.queries.ts';

/** How many learners are counted, how many of them at once, and how many rows of their progress are read at once. */
const LEARNERS_MAX = 20_000;
const LEARNERS_AT_ONCE = 200;
const ROWS_AT_ONCE = 4000;

type Conditions = Pick<ReleaseItem, 'on' | 'afterDays' | 'previous' | 'quiz'>;

const AT_ONCE: Conditions = { on: undefined, afterDays: undefined, previous: [], quiz: undefined };

const targetOf = ({ sectionId, lectureId }: ReleaseRule): string =>
  sectionId === undefined ? `lecture ${lectureId}` : `section ${sectionId}`;

/** Throws `validation_failed` at the rule that is wrong. */
const assertPossible = (
  rules: readonly ReleaseRule[],
  { lectures, sectionIds }: { lectures: readonly OutlineLecture[]; sectionIds: readonly string[] },
): void => {
  const places = new Map(lectures.map(({ id }, index) => [id, index]));
  const targets = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    const { sectionId, lectureId, afterQuizId } = rule;
    const refuse = (field: string, message: string) => invalidField(`rules.${index}.${field}`, message);
    const [field, isKnown] =
      sectionId === undefined
        ? ['lectureId', places.has(lectureId ?? '')]
        : ['sectionId', sectionIds.includes(sectionId)];
    if (!isKnown) throw refuse(field, releaseMessages.notInCourse);
    if (targets.has(targetOf(rule))) throw refuse(field, releaseMessages.twice);
    targets.add(targetOf(rule));
    if (afterQuizId === undefined) continue;
    const quiz = lectures[places.get(afterQuizId) ?? -1];
    if (!quiz || !isPassed(quiz.kind)) throw refuse('afterQuizId', releaseMessages.noQuiz);
    const first = lectures.findIndex((lecture) =>
      sectionId === undefined ? lecture.id === lectureId : lecture.sectionId === sectionId,
    );
    if (first !== -1 && lectures.indexOf(quiz) >= first) throw refuse('afterQuizId', releaseMessages.quizLater);
  }
};

/** The lectures whose opening changes in the same way, together: a section of a hundred is compared once for a learner. */
const groupAlike = (changed: readonly { id: string; was: Conditions; is: Conditions }[]) => {
  const conditionsOf = ({ on, afterDays, previous, quiz }: Conditions) => [on, afterDays, previous, quiz];
  const groups = Map.groupBy(changed, ({ was, is }) => JSON.stringify([conditionsOf(was), conditionsOf(is)]));
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    return one ? [{ ...one, ids: group.map(({ id }) => id) }] : [];
  });
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Each throws `course_not_found`. */
export const createReleaseEditing = (
  { database, settings, clock }: Pick<Platform, 'database' | 'settings' | 'clock'>,
  learners: ReturnType<typeof createReleaseLearners>,
) => {
  const { db } = database;
  const dayStarts = createDayStarts();

  const rulesOf = async (courseId: string): Promise<ReleaseRule[]> => {
    const rules = await findRules(db, courseId);
    if (!rules) throw fail('course_not_found');
    return rules;
  };

  /** Whom new rules concern: counted in pages, between which requests are answered. */
  const effectOf = async (courseId: string, rules: readonly ReleaseRule[]): Promise<ReleaseEffect> => {
    const lectures = await listOutline(db, courseId);
    const [before, after] = [itemsOf(lectures, await rulesOf(courseId)), itemsOf(lectures, rules)];
    const changed = lectures.filter(({ id }) => !isSame(before.get(id), after.get(id)));
    const effect: ReleaseEffect = { earlier: 0, later: 0, isPartial: false };
    if (changed.length === 0) return effect;
    const startOf = dayStarts(await settings.calendar());
    const items = changed.flatMap(({ id }) => [before.get(id) ?? [], after.get(id) ?? []].flat());
    const alike = groupAlike(
      changed.map(({ id }) => ({ id, was: before.get(id) ?? AT_ONCE, is: after.get(id) ?? AT_ONCE })),
    );
    const rowsEach = begunOf(items).length;
    const limit = Math.max(10, Math.min(LEARNERS_AT_ONCE, Math.floor(ROWS_AT_ONCE / rowsEach)));
    let [afterId, counted] = ['', 0];
    while (counted < LEARNERS_MAX) {
      const page = await learners.page(lectures, { courseId, afterId, limit, items, hasStarts: countsDays(items) });
      const now = clock.now();
      for (const { learner } of page) {
        const moves = alike
          .filter(({ ids }) => ids.some((id) => !learner.opened.has(id)))
          .map(({ was, is }) => compareOpenings(opensAt(learner, was, startOf), opensAt(learner, is, startOf), now));
        if (moves.includes(-1)) effect.earlier += 1;
        if (moves.includes(1)) effect.later += 1;
      }
      counted += page.length;
      afterId = page.at(-1)?.userId ?? '';
      if (page.length < limit) return effect;
      await setImmediate();
    }
    return { ...effect, isPartial: true };
  };

  return {
    read: rulesOf,

    /** Throws `release_outdated` unless the course still has the rules that were changed. */
    save: async (
      actor: Actor,
      courseId: string,
      {
        rules,
        before,
        isDryRun = false,
      }: { rules: ReleaseRule[]; before?: ReleaseRule[] | undefined; isDryRun?: boolean | undefined },
    ): Promise<{ rules: ReleaseRule[]; effect: ReleaseEffect }> => {
      const lectures = await listOutline(db, courseId, true);
      assertPossible(rules, { lectures, sectionIds: await listSectionIds(db, courseId) });
      const effect = await effectOf(courseId, rules);
      if (isDryRun) return { rules, effect };
      await database.transaction(async (tx) => {
        const now = clock.now();
        const present = await lockRules(tx, courseId, now);
        if (!present) throw fail('course_not_found');
        if (before && !isSame(before, present)) throw fail('release_outdated');
        recordChange({ before: { release: present }, after: { release: rules } });
        await writeRules(tx, courseId, rules);
        await database.topics.raise(tx, CATALOG_TOPIC);
        await recordAudit(tx, {
          at: now,
          source: { kind: actor.role === 'ADMIN' ? 'admin' : 'user', id: actor.id },
          kind: 'course_changed',
          detail: { request: 'PUT /courses/:courseId/release', ids: { courseId } },
          courseId,
        });
      });
      return { rules, effect };
    },
  };
};

export type ReleaseEditing = ReturnType<typeof createReleaseEditing>;
