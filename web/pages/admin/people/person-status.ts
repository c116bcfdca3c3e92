import type { PersonStatus } from '#contract/people.ts';
import type { BadgeTone } from '#web/components/badge.tsx';

/** How each status reads, in the order of the chips. */
export const statusLabels: Record<PersonStatus, { label: string; tone: BadgeTone }> = {
  active: { label: 'Active', tone: 'good' },
  ending_soon: { label: 'Ending soon', tone: 'waiting' },
  expired: { label: 'Expired', tone: 'plain' },
  refunded: { label: 'Refunded', tone: 'bad' },
  never_bought: { label: 'Never bought', tone: 'plain' },
  blocked: { label: 'Blocked', tone: 'bad' },
  admin: { label: 'Admin', tone: 'plain' },
};

// The keys of a record that has every status.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const statuses = Object.keys(statusLabels) as PersonStatus[];
