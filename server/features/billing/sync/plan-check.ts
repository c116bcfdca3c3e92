import type { z } from 'zod';
import type { PlanCheckReport } from '#contract/sales.ts';
import { salesMessages } from '#contract/sales-messages.ts';
import { toInstant } from '#server/clock.ts';
import { type ActiveProvider, type CallableProvider, ProviderError, type ProviderPlan } from '../provider/provider.ts';
import type { BillingParts } from '../parts.ts';
import { BUNDLE_PRICE_IN_PAISE, CURRENCY } from '../plans/plans.ts';

const { planCheck: words } = salesMessages;

const MINUTE_MS = 60_000;
/** A plan cannot change, but somebody may change the account in the provider's dashboard. */
const CHECK_AGAIN_MS = 60 * MINUTE_MS;

type Report = z.input<typeof PlanCheckReport>;
type Check = Report['checks'][number];

interface Result {
  state: 'ok' | 'mismatch' | 'unknown';
  sentence: string;
  checks: Check[];
}

/** Compares the plan at the provider with what this school sells. A mismatch stops selling and nothing else. */
export interface PlanCheck {
  /** Asks the provider now. Returns false when it does not respond: the last result stays. */
  check(): Promise<boolean>;
  report(): Promise<Report>;
  /** Checks in the background: every minute until the plan is right, then every hour. */
  begin(): void;
  stop(): void;
}

export type PlanCheckNeeds = Pick<BillingParts, 'clock' | 'activeProvider' | 'money' | 'log'>;

type Subject = Pick<CallableProvider, 'planRef' | 'mode'> & Pick<ActiveProvider, 'names'>;

const check = (name: Check['name'], expected: string, found: string): Check => ({
  name,
  expected,
  found,
  isOk: expected === found,
});

const period = ({ interval, period }: Pick<ProviderPlan, 'interval' | 'period'>): string =>
  interval === 1 && period === 'yearly' ? words.yearly : words.every(interval, period);

const compare = (plan: ProviderPlan, { names, planRef, mode }: Subject, money: BillingParts['money']): Result => {
  const checks = [
    check('plan', planRef, plan.ref),
    check('amount', money(BUNDLE_PRICE_IN_PAISE), money(plan.money.amountInPaise)),
    check('currency', CURRENCY, plan.money.currency),
    check('period', period({ interval: 1, period: 'yearly' }), period(plan)),
    check('mode', mode, mode),
  ];
  const wrong = checks.find(({ isOk }) => !isOk);
  return wrong
    ? { state: 'mismatch', sentence: words.mismatch(names, wrong.name, wrong.found, wrong.expected), checks }
    : { state: 'ok', sentence: words.ok(names, money(BUNDLE_PRICE_IN_PAISE)), checks };
};

/** Returns undefined for an error that says nothing about the plan. */
const resultOfError = (error: ProviderError, { names, planRef, mode }: Subject): Result | undefined => {
  const checks = [check('plan', planRef, words.none), check('mode', mode, words.none)];
  if (error.kind === 'auth') return { state: 'mismatch', sentence: words.keysRefused(names), checks };
  if (error.kind !== 'rejected') return undefined;
  return { state: 'mismatch', sentence: words.unknownPlan(names, planRef, mode), checks };
};

export const createPlanCheck = ({ clock, activeProvider, money, log }: PlanCheckNeeds): PlanCheck => {
  let result: Result = { state: 'unknown', sentence: words.unknown(activeProvider.names), checks: [] };
  let checkedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const update = (next: Result): void => {
    checkedAt = clock.now();
    if (next.sentence !== result.sentence && next.state === 'mismatch')
      log.warn({ checks: next.checks }, next.sentence);
    if (result.state === 'mismatch' && next.state === 'ok') log.info({}, next.sentence);
    result = next;
    activeProvider.setPlanProblem(next.state === 'mismatch' ? next.sentence : undefined);
  };

  const checkNow = async (): Promise<boolean> => {
    const active = activeProvider.current();
    if (!active || active.planRef === '') return true;
    const subject = { ...active, names: activeProvider.names };
    try {
      update(compare(await active.provider.fetchPlan(active.planRef), subject, money));
      return true;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const next = resultOfError(error, subject);
      if (next) update(next);
      else log.info({ err: error }, 'the plan could not be checked; the next check follows');
      return next !== undefined;
    }
  };

  const checkWhenDue = (): void => {
    const isDue = result.state !== 'ok' || clock.now() - (checkedAt ?? 0) >= CHECK_AGAIN_MS;
    if (isDue) checkNow().catch((error: unknown) => log.warn({ err: error }, 'the plan could not be checked'));
  };

  return {
    check: checkNow,
    report: async () => {
      const { isOn, off } = await activeProvider.selling();
      const isOtherwiseOff = off !== undefined && off.code !== 'plan_mismatch';
      return {
        state: isOtherwiseOff ? 'off' : result.state,
        isSelling: isOn,
        mode: activeProvider.keyMode,
        sentence: result.sentence,
        checkedAt: checkedAt === undefined ? null : toInstant(checkedAt),
        checks: [check('selling', 'on', isOtherwiseOff ? off.code : 'on'), ...result.checks],
      };
    },
    begin: () => {
      checkWhenDue();
      timer = setInterval(checkWhenDue, MINUTE_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
};
