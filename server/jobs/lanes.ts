/** What one process runs of a lane at once. */
export interface LaneLimits {
  /** How many runs at once. */
  concurrency: number;
  /** How many jobs of a kind one run takes at most. */
  together: number;
  /** From one claim to the next: what arrives meanwhile runs together. */
  restMs: number;
}

const single = { together: 1, restMs: 0 };

/** Kinds of one lane wait for each other, lanes never do: a mail server that hangs delays emails only. */
export const LANES = [
  /** Calls the payment provider. */
  { name: 'money', concurrency: 3, ...single },
  /** Issues receipts and adds up sales, for many purchases at once: one after the other, or they would wait for each other. */
  { name: 'accounting', concurrency: 1, together: 50, restMs: 50 },
  { name: 'email', concurrency: 4, ...single },
  /** Processes videos, which uses the whole machine. */
  { name: 'media', concurrency: 1, ...single },
  /** Cleans up, sweeps and recomputes; nobody waits for it. */
  { name: 'upkeep', concurrency: 2, ...single },
  /** Indexes courses, which takes minutes for thousands. */
  { name: 'search', concurrency: 1, ...single },
] as const satisfies readonly (LaneLimits & { name: string })[];

export type Lane = (typeof LANES)[number]['name'];
