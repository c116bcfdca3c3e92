import { doctorMessages } from '#contract/school/doctor-messages.ts';
import type { PaymentHealth, Tools } from './tools.ts';
import { failing, type Finding, ok, warning } from './finding.ts';

const judge = (health: PaymentHealth): Finding => {
  const messages = doctorMessages.payments;
  const setting = health.keys;
  if (health.off !== undefined && health.ownWays.length > 0)
    return ok('payments', { title: messages.own, detail: messages.ownDetail(health.ownWays), setting });
  if (health.isRefused) return failing('payments', { title: messages.off, detail: health.planMessage, setting });
  if (health.off !== undefined) return warning('payments', { title: messages.off, detail: health.off, setting });
  if (!health.isChecked)
    return warning('payments', { title: messages.unknown(health.provider), detail: messages.unknownDetail, setting });
  if (!health.isTestMode) return ok('payments', { title: messages.ok, detail: health.planMessage, setting });
  return warning('payments', {
    title: messages.test,
    detail: messages.testDetail,
    setting,
    fix: { text: messages.goLive, code: setting },
  });
};

export const checkPayments = async ({ payments }: Tools): Promise<Finding[]> => {
  const health = await payments.check();
  const rejected = health.notices.map((detail) =>
    warning('payments', { title: doctorMessages.webhook.rejected, detail }),
  );
  return [judge(health), ...rejected];
};
