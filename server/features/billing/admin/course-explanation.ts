import type { z } from 'zod';
import type { Explanation } from '#contract/access/access-explanation.ts';
import { salesMessages } from '#contract/billing/sales-messages.ts';
import type { Said, Value, Write } from '#contract/languages/say.ts';
import { toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { type AccessHistory, type Entitlement, entitlement, EVERYTHING, scopesIn } from '../entitlement/entitlement.ts';
import { isForLife } from '../plans/plans.ts';

type Course = z.input<typeof Explanation>['courses'][number];

const { access: messages } = salesMessages;

const sentenceOf = ({ isActive, endsAt, pausesWith, source = 'admin', term }: Entitlement, title: string): Said => {
  const day = (at: number): Value => ({ date: toInstant(at) });
  if (endsAt === undefined) return messages.courseClosed(title);
  if (!isActive && pausesWith !== undefined) return messages.coursePaused(title, day(endsAt));
  if (!isActive) return messages.courseOver(title, day(endsAt));
  const since = day(term?.paidAt ?? 0);
  return isForLife(endsAt)
    ? messages.courseOpenForLife[source](title, since)
    : messages.courseOpen[source](title, day(endsAt), since);
};

/** The access to each course that a user ever had alone, by title. */
export const explainCourses = async (
  db: Db,
  history: AccessHistory,
  { now, write }: { now: number; write: Write },
): Promise<Course[]> => {
  const ids = [...scopesIn(history)].filter((scope) => scope !== EVERYTHING);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('courses').select(['id', 'title']).where('id', 'in', ids).orderBy('title').execute();
  return rows.map(({ id, title }) => {
    const entitled = entitlement(history, now, id);
    const { isActive: hasAccess, endsAt } = entitled;
    return {
      courseId: id,
      title,
      hasAccess,
      endsAt: endsAt === undefined || isForLife(endsAt) ? null : toInstant(endsAt),
      sentence: write(sentenceOf(entitled, title)),
    };
  });
};
