/** The limits of a lane in one process. */
export interface LaneLimits {
  /** Concurrent runs. */
  concurrency: number;
  /** The maximum number of jobs of one kind in a run. */
  together: number;
  /** The time between two leases, in which jobs gather for one run. */
  restMs: number;
}

const single = { together: 1, restMs: 0 };

/** Jobs of one lane wait for each other, lanes do not: a mail server that hangs delays only emails. */
export const LANES = [
  /** Calls the payment provider. */
  { name: 'money', concurrency: 3, ...single },
  /** Issues receipts and adds up sales, for many purchases at once: one after the other, or they would wait for each other. */
  { name: 'accounting', concurrency: 1, together: 50, restMs: 50 },
  { name: 'email', concurrency: 4, ...single },
  /** Sends news to many people, which no other email waits for. One lease for several: each write to the table takes as long as an email. */
  { name: 'bulk', concurrency: 2, together: 20, restMs: 0 },
  /** Calls push services: while one hangs, emails go out. */
  { name: 'push', concurrency: 4, ...single },
  /** Processes videos, which uses the whole machine. */
  { name: 'media', concurrency: 1, ...single },
  /** Calls other programs, which may be slow. */
  { name: 'webhooks', concurrency: 4, ...single },
  /** Runs the translation command of the owner, which may hang. */
  { name: 'drafts', concurrency: 1, ...single },
  /** Cleanup and recomputation, which nobody waits for. */
  { name: 'upkeep', concurrency: 2, ...single },
  /** Indexes courses, which takes minutes for thousands. */
  { name: 'search', concurrency: 1, ...single },
] as const satisfies readonly (LaneLimits & { name: string })[];

export type Lane = (typeof LANES)[number]['name'];
