import type { z } from 'zod';
import type { rights } from '#contract/rights.ts';
import { toInstant } from '#server/clock.ts';
import { isForLife } from '../plans/plans.ts';
import { type Entitlement, EVERYTHING, type Scope } from './rule.ts';

type RightItem = z.input<typeof rights.mine.response>['rights'][number];

/** A right that is active, and what it opens. */
export type Right = Entitlement & { scope: Scope };

/** The right of an admin. */
export const RIGHT_OF_ADMIN: RightItem = { scope: EVERYTHING, endsAt: null, source: 'admin' };

/** A right as the API returns it. */
export const toRight = ({ scope, endsAt, source = 'admin' }: Right): RightItem => ({
  scope,
  endsAt: endsAt === undefined || isForLife(endsAt) ? null : toInstant(endsAt),
  source,
});
