import type { z } from 'zod';
import type { rights } from '#contract/access/rights.ts';
import { toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { ReaderLanguage } from '#server/database/translations.ts';
import { isForLife, planNames, titlesOf } from '../plans/plans.ts';
import { type Entitlement, EVERYTHING, type Scope } from './rule.ts';

type RightItem = z.input<typeof rights.mine.response>['rights'][number];

/** A right that is active, and what it opens. */
export type Right = Entitlement & { scope: Scope };

/** The right of an admin. */
export const RIGHT_OF_ADMIN: RightItem = {
  scope: EVERYTHING,
  endsAt: null,
  source: 'admin',
  title: null,
  planName: null,
};

/** The version of a plan that opens more than the course of this right. */
const largerPlanOf = ({ source, term }: Right): string | undefined =>
  (source === 'payment' || source === 'gift') && term && term.opens.length > 1 ? term.planVersionId : undefined;

/** Rights as the API returns them. */
export const presentRights = async (
  db: Db,
  rights: readonly Right[],
  language: ReaderLanguage,
): Promise<RightItem[]> => {
  const names = await planNames(
    db,
    rights.flatMap((right) => largerPlanOf(right) ?? []),
    language,
  );
  const titles = await titlesOf(
    db,
    rights.flatMap(({ scope }) => (scope === EVERYTHING ? [] : [scope])),
    language,
  );
  return rights.map((right) => {
    const { scope, promisedUntil: endsAt, source = 'admin' } = right;
    return {
      scope,
      title: titles.get(scope) ?? null,
      endsAt: endsAt === undefined || isForLife(endsAt) ? null : toInstant(endsAt),
      source,
      planName: names.get(largerPlanOf(right) ?? '') ?? null,
    };
  });
};
