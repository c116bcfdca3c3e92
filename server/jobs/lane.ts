import type { JobRow } from '#server/database/tables/server.ts';
import type { LaneLimits } from './lanes.ts';

interface LaneNeeds {
  /** False before the start and after a stop. */
  isClaiming: () => boolean;
  claim: (limit: number) => Promise<JobRow[]>;
  /** Runs jobs of one kind together. */
  run: (jobs: readonly JobRow[]) => Promise<void>;
  unclaim: (jobs: readonly JobRow[]) => Promise<void>;
  /** Makes a stop wait for the work. */
  track: (work: Promise<void>) => void;
}

/** Groups jobs of one kind. */
const runsOf = (jobs: readonly JobRow[], together: number): JobRow[][] =>
  [...Map.groupBy(jobs, ({ name }) => name).values()].flatMap((ofKind) =>
    Array.from({ length: Math.ceil(ofKind.length / together) }, (_, index) =>
      ofKind.slice(index * together, (index + 1) * together),
    ),
  );

/** Creates the function that claims jobs of a lane until it is full or nothing is due. */
export const createLane = ({ concurrency, together, restMs }: LaneLimits, needs: LaneNeeds): (() => void) => {
  const { isClaiming, claim, run, unclaim, track } = needs;
  let running = 0;
  let isFilling = false;
  let mustClaimAgain = false;
  let restsUntil = 0;
  let rest: NodeJS.Timeout | undefined;

  const runInLane = async (jobs: readonly JobRow[]): Promise<void> => {
    running += 1;
    try {
      await run(jobs);
    } finally {
      running -= 1;
      fill();
    }
  };
  const hasCapacity = (): boolean => isClaiming() && running < concurrency;
  const claimUntilFull = async (): Promise<void> => {
    isFilling = true;
    try {
      while (hasCapacity()) {
        mustClaimAgain = false;
        const claimed = await claim((concurrency - running) * together);
        if (claimed.length > 0) restsUntil = performance.now() + restMs;
        for (const jobs of runsOf(claimed, together))
          if (isClaiming()) track(runInLane(jobs));
          else await unclaim(jobs);
        if (claimed.length === 0 && !mustClaimAgain) break;
      }
    } finally {
      isFilling = false;
    }
  };
  const fill = (): void => {
    mustClaimAgain = true;
    if (isFilling || !hasCapacity()) return;
    const restMs = restsUntil - performance.now();
    if (restMs <= 0) {
      track(claimUntilFull());
      return;
    }
    rest ??= setTimeout(() => {
      rest = undefined;
      fill();
    }, restMs).unref();
  };
  return fill;
};
