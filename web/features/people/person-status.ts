import type { PersonStatus } from '#contract/people.ts';
import type { BadgeLabel } from '#web/ui/badge.tsx';
import { keysOf } from '#web/ui/text/keys-of.ts';

/** How each status reads, in the order of the chips. */
export const statusLabels: Record<PersonStatus, BadgeLabel> = {
  active: { label: 'Active', tone: 'good' },
  ending_soon: { label: 'Ending soon', tone: 'waiting' },
  expired: { label: 'Expired', tone: 'plain' },
  refunded: { label: 'Refunded', tone: 'bad' },
  never_bought: { label: 'Never bought', tone: 'plain' },
  blocked: { label: 'Blocked', tone: 'bad' },
  admin: { label: 'Admin', tone: 'plain' },
};

export const statuses = keysOf(statusLabels);
