import type { ServerResponse } from 'node:http';
import { fail } from '#server/errors.ts';

/** Three players, each with video, audio and preloading. */
const MAX_PER_USER = 12;

/** How many files one user loads at the same moment from this process. */
export interface MediaRequestLimit {
  /** Counts a response until it is closed; throws `too_many_streams`. */
  enter(userId: string, response: ServerResponse): void;
}

export const createMediaRequestLimit = (isOn: boolean): MediaRequestLimit => {
  const running = new Map<string, number>();
  const leave = (userId: string): void => {
    const left = (running.get(userId) ?? 1) - 1;
    if (left > 0) running.set(userId, left);
    else running.delete(userId);
  };
  return {
    enter: (userId, response) => {
      if (!isOn) return;
      const count = running.get(userId) ?? 0;
      if (count >= MAX_PER_USER) throw fail('too_many_streams', { retryAfterMs: 1000 });
      running.set(userId, count + 1);
      response.once('close', () => leave(userId));
    },
  };
};
