/**
 * How many jobs of a lane one process runs at once. Kinds of one lane wait for each other, lanes never do: a mail server
 * that hangs delays emails only.
 */
export const LANES = [
  /** Calls the payment provider. */
  { name: 'money', concurrency: 3 },
  { name: 'email', concurrency: 4 },
  /** Processes videos, which uses the whole machine. */
  { name: 'media', concurrency: 1 },
  /** Cleans up, sweeps and recomputes; nobody waits for it. */
  { name: 'upkeep', concurrency: 2 },
  /** Indexes courses, which takes minutes for thousands. */
  { name: 'search', concurrency: 1 },
] as const;

export type Lane = (typeof LANES)[number]['name'];
