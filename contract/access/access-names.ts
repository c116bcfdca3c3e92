import type { AccessState } from './rights.ts';

/** How each access reads, in the order of the chips of People. */
export const accessNames: Record<AccessState, string> = {
  active: 'Has access',
  ending: 'Ending soon',
  ended: 'Access ended',
  none: 'No access',
};
