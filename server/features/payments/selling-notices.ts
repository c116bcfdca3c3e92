import { messages } from '#contract/messages.ts';
import type { Config } from '#server/config.ts';
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

export interface Notice {
  code: string;
  level: 'info' | 'warning';
  text: string;
}

/** Without a secret every webhook is refused, and the provider gives up sending them. */
const deafness = ({ keyId, webhookSecrets }: Config['razorpay']): Notice[] =>
  keyId !== undefined && webhookSecrets.length === 0
    ? [{ code: 'webhook_secret_missing', level: 'warning', text: notices.webhookSecretMissing }]
    : [];

/** What an ADMIN should know of selling: why it is off, that nobody hears the provider, or that the money is pretend. */
export const sellingNotices =
  (selling: () => Promise<Selling>, razorpay: Config['razorpay']) => async (): Promise<Notice[]> => {
    const { isOn, isTestMode, reasonCode, detail } = await selling();
    const deaf = deafness(razorpay);
    if (!isOn && reasonCode !== undefined)
      return [{ code: `selling_off_${reasonCode}`, level: 'warning', text: detail ?? sentences[reasonCode] }, ...deaf];
    return isTestMode ? [{ code: 'test_mode', level: 'info', text: notices.testMode }, ...deaf] : deaf;
  };

/** That payments wait for a person, wherever the ADMIN is. */
export const toDoNotices =
  (toDo: () => Promise<{ toDo: readonly unknown[]; hasMore: boolean }>) => async (): Promise<Notice[]> => {
    const { toDo: tasks, hasMore } = await toDo();
    return tasks.length === 0
      ? []
      : [{ code: 'payments_to_do', level: 'warning', text: notices.paymentsToDo(tasks.length, hasMore) }];
  };
