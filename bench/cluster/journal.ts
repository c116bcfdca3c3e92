/** One request that a simulated person sent. */
export interface Attempt {
  step: string;
  endedAtMs: number;
  tookMs: number;
  /** What came instead of a success; undefined when it succeeded. */
  problem: string | undefined;
}

/** One thing that a person wanted, with the requests that it needed. */
export interface Step {
  name: string;
  endedAtMs: number;
  retries: number;
  isGivenUp: boolean;
}

export interface Journal {
  attempts: Attempt[];
  steps: Step[];
}

export const openJournal = (): Journal => ({ attempts: [], steps: [] });
