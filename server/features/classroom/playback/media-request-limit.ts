import type { ServerResponse } from 'node:http';
import { fail } from '#server/errors.ts';

/** Three players, each with video, audio and preloading. */
const MAX_PER_USER = 12;

/**
 * How many files one user loads at the same moment from this process. Returns a function that counts a response until it is
 * closed, and throws `too_many_streams`.
 */
export const createMediaRequestLimit = (isOn: boolean) => {
  const running = new Map<string, number>();
  const leave = (userId: string): void => {
    const left = (running.get(userId) ?? 1) - 1;
    if (left > 0) running.set(userId, left);
    else running.delete(userId);
  };
  return (userId: string, response: ServerResponse): void => {
    if (!isOn) return;
    const count = running.get(userId) ?? 0;
    if (count >= MAX_PER_USER) throw fail('too_many_streams', { retryAfterMs: 1000 });
    running.set(userId, count + 1);
    response.once('close', () => leave(userId));
  };
};
