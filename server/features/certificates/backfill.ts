import { z } from 'zod';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { listEarlier } from './certificates.queries.ts';
import { isFulfilled } from './evidence.ts';
import type { Issuing } from './issue.ts';
import { findLatestRequest } from './requests.queries.ts';
import type { RuleInForce, Rules } from './rules.ts';

const PEOPLE_AT_ONCE = 200;

const issueToEarlier = defineJob({
  name: 'certificates.issue-to-earlier',
  lane: 'bulk',
  payload: z.object({ courseId: z.string() }),
});

/** Certificates for people who completed a course before it issued any. They get no notice. */
export const createEarlier = ({ database, jobs }: Platform, { rules, issuing }: { rules: Rules; issuing: Issuing }) => {
  const { db } = database;

  const eachEarlier = async (
    courseId: string,
    rule: RuleInForce,
    work: (userId: string) => Promise<void>,
  ): Promise<void> => {
    for (let after = ''; ;) {
      const { lectureIds } = rule;
      const userIds = await listEarlier(db, { courseId, lectureIds, after, limit: PEOPLE_AT_ONCE });
      for (const userId of userIds) await work(userId);
      const last = userIds.at(-1);
      if (last === undefined) return;
      after = last;
    }
  };

  const count = async (courseId: string): Promise<number> => {
    const rule = (await rules.inForce()).get(courseId);
    let people = 0;
    if (rule)
      await eachEarlier(courseId, rule, async (userId) => {
        const place = { userId, courseId };
        if (rule.needsApproval && (await findLatestRequest(db, place))) return;
        if (isFulfilled(rule, await issuing.evidenceOf(place, rule, db))) people += 1;
      });
    return people;
  };

  jobs.handle(issueToEarlier, async ({ courseId }) => {
    const rule = (await rules.inForce()).get(courseId);
    if (!rule) return;
    await eachEarlier(courseId, rule, async (userId) => {
      await database.transaction((tx) => issuing.issue(tx, { userId, courseId }, rule, { isQuiet: true }));
    });
  });

  return {
    count,
    /** Issues them in a job. Returns to how many. */
    issue: async (courseId: string): Promise<number> => {
      const people = await count(courseId);
      if (people > 0) await jobs.enqueue(db, issueToEarlier, { courseId });
      return people;
    },
  };
};
