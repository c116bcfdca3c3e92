export interface Speed {
  bytesPerSecond: number;
  secondsLeft: number;
}

const SMOOTHING = 0.2;
/** Shorter intervals measure buffers instead of the connection. */
const MIN_STEP_MS = 250;

/** Computes speed and time left from the sent bytes, smoothed to be readable. */
export const createUploadMeter = (sizeBytes: number, alreadySentBytes: number, nowMs: () => number) => {
  let last = { atMs: nowMs(), sentBytes: alreadySentBytes };
  let bytesPerSecond = 0;
  return (sentBytes: number): Speed => {
    const atMs = nowMs();
    if (atMs - last.atMs >= MIN_STEP_MS) {
      const speed = (Math.max(0, sentBytes - last.sentBytes) * 1000) / (atMs - last.atMs);
      bytesPerSecond = bytesPerSecond === 0 ? speed : bytesPerSecond + SMOOTHING * (speed - bytesPerSecond);
      last = { atMs, sentBytes };
    }
    return { bytesPerSecond, secondsLeft: bytesPerSecond > 0 ? (sizeBytes - sentBytes) / bytesPerSecond : Infinity };
  };
};
