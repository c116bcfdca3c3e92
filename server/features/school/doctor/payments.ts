import type { Finding } from '#contract/doctor.ts';
import { doctorMessages } from '#contract/doctor-messages.ts';
import type { Tools } from './doctor.ts';
import { failing, ok, warning } from './finding.ts';

/** What billing knows about its provider, after asking it. */
export interface PaymentHealth {
  provider: string;
  /** The setting that holds the keys. */
  keys: string;
  /** Why nothing is sold, as a sentence. */
  off: string | undefined;
  /** The provider refuses the keys or the plan. */
  isRefused: boolean;
  isTestMode: boolean;
  /** False while the provider does not respond. */
  isChecked: boolean;
  /** What the comparison of the plan found, as a sentence. */
  planSentence: string;
  /** Why webhooks are rejected, and the like. */
  notices: string[];
}

const judge = (health: PaymentHealth): Finding => {
  const words = doctorMessages.payments;
  const setting = health.keys;
  if (health.isRefused) return failing('payments', { title: words.off, detail: health.planSentence, setting });
  if (health.off !== undefined) return warning('payments', { title: words.off, detail: health.off, setting });
  if (!health.isChecked)
    return warning('payments', { title: words.unknown(health.provider), detail: words.unknownDetail, setting });
  if (!health.isTestMode) return ok('payments', { title: words.ok, detail: health.planSentence, setting });
  return warning('payments', {
    title: words.test,
    detail: words.testDetail,
    setting,
    fix: { text: words.goLive, code: setting },
  });
};

export const checkPayments = async ({ payments }: Tools): Promise<Finding[]> => {
  const health = await payments.check();
  const rejected = health.notices.map((detail) =>
    warning('payments', { title: doctorMessages.webhook.rejected, detail }),
  );
  return [judge(health), ...rejected];
};
