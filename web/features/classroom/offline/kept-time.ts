import type { Device, KeptLecture } from './kept-store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Clocks of devices are set right by a few seconds now and then. */
const TOLERANCE_MS = MINUTE_MS;
const ENDING_MS = 3 * DAY_MS;

/** The time of the school, as far as a device knows it. */
export const schoolTime = ({ offsetMs }: Device, deviceMs: number): number => deviceMs + offsetMs;

/** A clock that was set back shows a time that has been already. */
const isSetBack = (device: Device, nowMs: number): boolean => nowMs < device.seenMs - TOLERANCE_MS;

type Copy = Pick<KeptLecture, 'isComplete' | 'isRemoved' | 'neededBytes' | 'endsAtMs'>;

/** Whether a copy may be played at a time of the school. */
export const mayPlay = ({ isComplete, isRemoved, endsAtMs }: Copy, device: Device, nowMs: number): boolean =>
  isComplete && !isRemoved && nowMs < endsAtMs && !isSetBack(device, nowMs);

export type KeptState = 'removed' | 'no space' | 'loading' | 'waiting' | 'ended' | 'ending' | 'kept';

export const stateOf = (
  kept: Copy,
  device: Device,
  { nowMs, isLoading }: { nowMs: number; isLoading: boolean },
): KeptState => {
  if (kept.isRemoved) return 'removed';
  if (!kept.isComplete) {
    if (isLoading) return 'loading';
    return kept.neededBytes > 0 ? 'no space' : 'waiting';
  }
  if (!mayPlay(kept, device, nowMs)) return 'ended';
  return kept.endsAtMs - nowMs < ENDING_MS + DAY_MS ? 'ending' : 'kept';
};

/** Whole days until the end, at least 1. */
export const daysLeft = ({ endsAtMs }: Pick<KeptLecture, 'endsAtMs'>, nowMs: number): number =>
  Math.max(1, Math.floor((endsAtMs - nowMs) / DAY_MS));

/** The device after it saw the time of the school: from the server, or while it plays. */
export const withSeen = (device: Device, nowMs: number): Device =>
  nowMs > device.seenMs + MINUTE_MS ? { ...device, seenMs: nowMs } : device;
