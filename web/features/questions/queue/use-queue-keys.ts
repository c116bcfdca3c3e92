import { useKeys } from '#web/ui/use-keys.ts';

export interface QueueKeys {
  next: (() => void) | undefined;
  previous: (() => void) | undefined;
  skip: () => void;
  /** Uses the first or the second suggestion. */
  use: (index: number) => void;
}

/** J and K open the next and the previous question, R goes to the answer, 1 and 2 use what was answered before, S skips. */
export const useQueueKeys = ({ next, previous, skip, use }: QueueKeys): void =>
  useKeys({
    j: next,
    k: previous,
    s: skip,
    1: () => use(0),
    2: () => use(1),
    r: () => document.querySelector<HTMLElement>('[data-answer]')?.focus(),
  });
