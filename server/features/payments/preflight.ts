import type { z } from 'zod';
import type { Preflight } from '#contract/sales.ts';
import { salesMessages } from '#contract/sales-messages.ts';
import { type Clock, toInstant } from '#server/clock.ts';
import { PRICE } from './attempts.ts';
import type { Gateway } from './gateway.ts';
import { formatPaise } from './money-text.ts';
import { type Mode, ProviderError } from './provider.ts';
import type { PlanFacts } from './razorpay-plan.ts';

const { preflight: words } = salesMessages;

const MINUTE_MS = 60_000;
/** A plan does not change, but keys and settings do with the next start, and a dashboard may be mended meanwhile. */
const CHECK_AGAIN_MS = 60 * MINUTE_MS;

type Answer = z.input<typeof Preflight>;
type Check = Answer['checks'][number];

interface Verdict {
  state: 'ok' | 'mismatch' | 'unknown';
  sentence: string;
  checks: Check[];
}

/** Compares the plan at the provider with what this school sells; a mismatch stops selling, and nothing else. */
export interface PlanCheck {
  /** Asks the provider now. One that does not answer changes nothing that was known before. */
  check(): Promise<void>;
  report(): Promise<Answer>;
  /** Checks in the background: soon again while the provider is silent, seldom afterwards. */
  begin(): void;
  stop(): void;
}

export interface PlanCheckNeeds {
  clock: Clock;
  gateway: Gateway;
  currencySymbol: string;
  log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
}

const check = (name: Check['name'], expected: string, found: string): Check => ({
  name,
  expected,
  found,
  isOk: expected === found,
});

const period = ({ interval, period }: Pick<PlanFacts, 'interval' | 'period'>): string =>
  interval === 1 && period === 'yearly' ? words.yearly : words.every(interval, period);

const judge = (plan: PlanFacts, mode: Mode, currencySymbol: string): Verdict => {
  const money = (inPaise: number): string => formatPaise(inPaise, currencySymbol);
  const checks = [
    check('plan', plan.ref, plan.ref),
    check('amount', money(PRICE.amountInPaise), money(plan.money.amountInPaise)),
    check('currency', PRICE.currency, plan.money.currency),
    check('period', words.yearly, period(plan)),
    check('mode', mode, mode),
  ];
  const wrong = checks.find(({ isOk }) => !isOk);
  return wrong
    ? { state: 'mismatch', sentence: words.mismatch(wrong.name, wrong.found, wrong.expected), checks }
    : { state: 'ok', sentence: words.ok(money(PRICE.amountInPaise)), checks };
};

/** Undefined when the answer says nothing about the plan: it is asked again. */
const refused = (error: ProviderError, planRef: string, mode: Mode): Verdict | undefined => {
  const checks = [check('plan', planRef, words.none), check('mode', mode, words.none)];
  if (error.kind === 'auth') return { state: 'mismatch', sentence: words.keysRefused, checks };
  if (error.kind !== 'rejected') return undefined;
  return { state: 'mismatch', sentence: words.unknownPlan(planRef, mode), checks };
};

export const createPlanCheck = ({ clock, gateway, currencySymbol, log }: PlanCheckNeeds): PlanCheck => {
  let verdict: Verdict = { state: 'unknown', sentence: words.unknown, checks: [] };
  let checkedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const settle = (next: Verdict): void => {
    checkedAt = clock.now();
    if (next.sentence !== verdict.sentence && next.state === 'mismatch')
      log.warn({ checks: next.checks }, next.sentence);
    if (verdict.state === 'mismatch' && next.state === 'ok') log.info({}, next.sentence);
    verdict = next;
    gateway.setPlanProblem(next.state === 'mismatch' ? next.sentence : undefined);
  };

  const checkNow = async (): Promise<void> => {
    const plan = gateway.plan();
    if (!plan) return;
    try {
      settle(judge(await plan.read(), plan.mode, currencySymbol));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const next = refused(error, plan.ref, plan.mode);
      if (next) settle(next);
      else log.info({ err: error }, 'the plan could not be checked; it is asked for again');
    }
  };

  const checkWhenDue = (): void => {
    const isDue = verdict.state === 'unknown' || clock.now() - (checkedAt ?? 0) >= CHECK_AGAIN_MS;
    if (isDue) checkNow().catch((error: unknown) => log.warn({ err: error }, 'the plan could not be checked'));
  };

  return {
    check: checkNow,
    report: async () => {
      const { isOn, reasonCode } = await gateway.selling();
      const isOtherwiseOff = !isOn && reasonCode !== undefined && reasonCode !== 'plan_mismatch';
      return {
        state: isOtherwiseOff ? 'off' : verdict.state,
        isSelling: isOn,
        mode: gateway.keyMode(),
        sentence: verdict.sentence,
        checkedAt: checkedAt === undefined ? null : toInstant(checkedAt),
        checks: [check('selling', 'on', isOtherwiseOff ? (reasonCode ?? 'off') : 'on'), ...verdict.checks],
      };
    },
    begin: () => {
      checkWhenDue();
      timer = setInterval(checkWhenDue, MINUTE_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
};
