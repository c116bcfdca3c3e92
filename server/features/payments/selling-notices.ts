import { messages } from '#contract/messages.ts';
import type { Selling, SellingOffReason } from './gateway.ts';

const { notices } = messages;

const sentences: Record<SellingOffReason, string> = {
  no_keys: notices.sellingOffNoKeys,
  test_public: notices.sellingOffTestPublic,
  test_keys: notices.sellingOffTestKeys,
  not_razorpay: notices.sellingOffNotRazorpay,
  no_plan: notices.sellingOffNoPlan,
  starting: notices.sellingOffStarting,
  plan_mismatch: notices.sellingOffPlan,
};

interface Notice {
  code: string;
  level: 'info' | 'warning';
  text: string;
}

/** What an ADMIN should know of selling: why it is off, or that the money is pretend. */
export const sellingNotices = (selling: () => Promise<Selling>) => async (): Promise<Notice[]> => {
  const { isOn, isTestMode, reasonCode, detail } = await selling();
  if (!isOn && reasonCode !== undefined)
    return [{ code: `selling_off_${reasonCode}`, level: 'warning', text: detail ?? sentences[reasonCode] }];
  return isTestMode ? [{ code: 'test_mode', level: 'info', text: notices.testMode }] : [];
};
