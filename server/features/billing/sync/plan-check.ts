import type { z } from 'zod';
import type { PlanCheckReport } from '#contract/billing/sales.ts';
import { salesMessages } from '#contract/billing/sales-messages.ts';
import type { Said, Sentence, Write } from '#contract/languages/say.ts';
import { MINUTE_MS, toInstant } from '#server/clock.ts';
import { inEnglish } from '#server/languages.ts';
import type { FormatMoney } from '#server/money.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { type ActiveProvider, type ProviderAccount, ProviderError, type ProviderPlan } from '../provider/provider.ts';
import { BUNDLE_PRICE_IN_PAISE, CURRENCY } from '../plans/plans.ts';

const { planCheck: messages } = salesMessages;

/** A plan cannot change, but the account can, in the provider's dashboard. */
const CHECK_AGAIN_MS = 60 * MINUTE_MS;

type Report = z.input<typeof PlanCheckReport>;
type Check = Omit<Report['checks'][number], 'expected' | 'found'> & { expected: Said; found: Said };

interface Result {
  state: 'ok' | 'mismatch';
  sentence: Sentence;
  checks: Check[];
}

export type PlanCheck = ReturnType<typeof createPlanCheck>;

type Subject = Pick<ProviderAccount, 'names' | 'mode'> & { planRef: string };

const check = (name: Check['name'], expected: Said, found: Said): Check => ({
  name,
  expected,
  found,
  isOk: inEnglish(expected) === inEnglish(found),
});

const period = ({ interval, period }: Pick<ProviderPlan, 'interval' | 'period'>): Sentence =>
  interval === 1 && period === 'yearly' ? messages.yearly : messages.every(interval, period);

const compare = (plan: ProviderPlan, { names, planRef, mode }: Subject, money: FormatMoney): Result => {
  const checks = [
    check('plan', planRef, plan.ref),
    check('amount', money(BUNDLE_PRICE_IN_PAISE), money(plan.money.amountInPaise)),
    check('currency', CURRENCY, plan.money.currency),
    check('period', period({ interval: 1, period: 'yearly' }), period(plan)),
    check('mode', mode, mode),
  ];
  const wrong = checks.find(({ isOk }) => !isOk);
  return wrong
    ? { state: 'mismatch', sentence: messages.mismatch(names, wrong.name, wrong.found, wrong.expected), checks }
    : { state: 'ok', sentence: messages.ok(names, money(BUNDLE_PRICE_IN_PAISE)), checks };
};

/** Returns undefined for an error that says nothing about the plan. */
const resultOfError = (error: ProviderError, { names, planRef, mode }: Subject): Result | undefined => {
  const checks = [check('plan', planRef, messages.none), check('mode', mode, messages.none)];
  if (error.kind === 'auth') return { state: 'mismatch', sentence: messages.keysRefused(names), checks };
  if (error.kind !== 'rejected') return undefined;
  const sentence =
    planRef === '' ? messages.noSubscriptions(names, error.message) : messages.unknownPlan(names, planRef, mode);
  return { state: 'mismatch', sentence, checks };
};

/** Checks the keys and the plan of an account at the provider. Throws ProviderError when it does not respond. */
export const examineAccount = async (account: ProviderAccount, money: FormatMoney): Promise<Result> => {
  const { provider, names, mode } = account;
  const { planRef } = account.checkout();
  const subject = { names, mode, planRef };
  try {
    if (planRef !== '') return compare(await provider.fetchPlan(planRef), subject, money);
    await provider.checkKeys();
    return { state: 'ok', sentence: messages.noPlan(names), checks: [] };
  } catch (error) {
    const result = error instanceof ProviderError ? resultOfError(error, subject) : undefined;
    if (result === undefined) throw error;
    return result;
  }
};

/**
 * Compares the plan at the provider with what this school sells. A mismatch stops selling and nothing else. `checkOthers` checks
 * the plans that were created at the provider.
 */
export const createPlanCheck = (
  { clock, log, money }: Pick<BillingPlatform, 'clock' | 'log' | 'money'>,
  { activeProvider, checkOthers }: { activeProvider: ActiveProvider; checkOthers?: () => Promise<void> },
) => {
  let last: { accountId: string; result: Result; checkedAt: number } | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Undefined for an account that was not checked yet. */
  const lastOf = ({ id }: ProviderAccount) => (last?.accountId === id ? last : undefined);

  const update = (account: ProviderAccount, result: Result): void => {
    const before = lastOf(account)?.result;
    const sentence = inEnglish(result.sentence);
    const isNew = before === undefined || inEnglish(before.sentence) !== sentence;
    if (isNew && result.state === 'mismatch') log.warn({ checks: result.checks }, sentence);
    if (before?.state === 'mismatch' && result.state === 'ok') log.info({}, sentence);
    last = { accountId: account.id, result, checkedAt: clock.now() };
    activeProvider.setPlanProblem(account, result.state === 'mismatch' ? result.sentence : undefined);
  };

  /** Checks at the provider now. Returns false when it does not respond: the last result stays. */
  const checkNow = async (): Promise<boolean> => {
    const account = await activeProvider.account();
    if (!account.isCallable()) return true;
    try {
      update(account, await examineAccount(account, money));
      await checkOthers?.();
      return true;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.info({ err: error }, 'the plan could not be checked; the next check follows');
      return false;
    }
  };

  const checkIfDue = async (): Promise<void> => {
    const { result, checkedAt = 0 } = lastOf(await activeProvider.account()) ?? {};
    if (result?.state !== 'ok' || clock.now() - checkedAt >= CHECK_AGAIN_MS) await checkNow();
  };

  const checkWhenDue = (): void => {
    checkIfDue().catch((error: unknown) => {
      // An interruption by a stop is no failure.
      if (timer !== undefined) log.warn({ err: error }, 'the plan could not be checked');
    });
  };

  const state = async () => {
    const account = await activeProvider.account();
    const { isOn, off } = await activeProvider.selling();
    const isOtherwiseOff = off !== undefined && off.code !== 'plan_mismatch';
    const { result, checkedAt } = lastOf(account) ?? {};
    return {
      state: isOtherwiseOff ? ('off' as const) : (result?.state ?? ('unknown' as const)),
      isSelling: isOn,
      mode: account.mode,
      sentence: result?.sentence ?? messages.unknown(account.names),
      checkedAt: checkedAt === undefined ? null : toInstant(checkedAt),
      checks: [check('selling', 'on', isOtherwiseOff ? off.code : 'on'), ...(result?.checks ?? [])],
    };
  };

  return {
    check: checkNow,
    state,
    report: async (write: Write = inEnglish): Promise<Report> => {
      const { sentence, checks, ...found } = await state();
      return {
        ...found,
        sentence: write(sentence),
        checks: checks.map((one) => ({ ...one, expected: write(one.expected), found: write(one.found) })),
      };
    },
    /** Checks in the background: every minute until the plan is right, then every hour. */
    begin: (): void => {
      checkWhenDue();
      timer = setInterval(checkWhenDue, MINUTE_MS).unref();
    },
    stop: (): void => {
      clearInterval(timer);
      timer = undefined;
    },
  };
};
