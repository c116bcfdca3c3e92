import type { Said } from '#contract/languages/say.ts';
import { messages } from '#contract/messages.ts';
import type { SaidNotice } from '#contract/school/setup.ts';
import { waysOn } from '#contract/billing/way-settings.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import type { ActiveProvider } from '../provider/provider.ts';

const warning = (code: string, text: Said): SaidNotice => ({ code, level: 'warning', text });

/** Why selling is off, what the provider lacks, and whether payments need attention. */
export const createNotices =
  (
    { settings }: BillingPlatform,
    activeProvider: ActiveProvider,
    toDo: () => Promise<{ toDo: readonly unknown[]; hasMore: boolean }>,
  ) =>
  async (): Promise<SaidNotice[]> => {
    const { off, isTestMode } = await activeProvider.selling();
    const { toDo: payments, hasMore } = await toDo();
    const notices: SaidNotice[] = (await activeProvider.account()).notices.map(({ code, text }) => warning(code, text));
    // People pay the school itself, which the owner chose.
    const hasOwnWays = waysOn(await settings.ways()).length > 0;
    if (off && !hasOwnWays) notices.unshift(warning(`selling_off_${off.code}`, off.text));
    else if (isTestMode) {
      const { testMode, testModeOwnWays } = messages.notices;
      const message = hasOwnWays ? testModeOwnWays : testMode;
      notices.unshift({ code: 'test_mode', level: 'info', text: { message, values: {} } });
    }
    if (payments.length > 0)
      notices.push(warning('payments_to_do', messages.notices.paymentsToDo(payments.length, hasMore)));
    return notices;
  };
