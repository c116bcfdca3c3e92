import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OwnWay } from '#contract/billing/way-names.ts';

/** As buttons and columns name them. */
export const wayLabels: Readonly<Record<OwnWay, MessageDescriptor>> = {
  upi: msg`UPI`,
  cash: msg`Cash`,
  bank: msg`Bank`,
  other: msg({ message: 'Other', context: 'way of paying' }),
};
