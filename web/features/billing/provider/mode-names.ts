import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PaymentSettings } from '#contract/billing/payment-settings.ts';

export const modeNames: Readonly<Record<PaymentSettings['mode'], MessageDescriptor>> = {
  test: msg`Test`,
  live: msg({ message: 'Live', context: 'payments' }),
};
