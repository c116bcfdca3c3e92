import { useRef, useState } from 'react';

export interface UploadProgress {
  sizeBytes: number;
  /** From 0 to 1. */
  fraction: number;
  bytesPerSecond: number;
  secondsLeft: number;
}

const SMOOTHING = 0.2;
/** Shorter steps say more about buffers than about the line. */
const MIN_STEP_MS = 250;

/** Turns "this much is sent" into speed and time left, evened out so that the numbers can be read. */
export const createUploadMeter = (sizeBytes: number, nowMs: () => number) => {
  let last = { atMs: nowMs(), fraction: 0 };
  let bytesPerSecond = 0;
  return (fraction: number): UploadProgress => {
    const atMs = nowMs();
    if (atMs - last.atMs >= MIN_STEP_MS) {
      const speed = ((fraction - last.fraction) * sizeBytes * 1000) / (atMs - last.atMs);
      bytesPerSecond = bytesPerSecond === 0 ? speed : bytesPerSecond + SMOOTHING * (speed - bytesPerSecond);
      last = { atMs, fraction };
    }
    const secondsLeft = bytesPerSecond > 0 ? ((1 - fraction) * sizeBytes) / bytesPerSecond : Infinity;
    return { sizeBytes, fraction, bytesPerSecond, secondsLeft };
  };
};

interface Sending {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
}

/** One upload at a time: how far it is, and a way to stop it. */
export const useUpload = () => {
  const [progress, setProgress] = useState<UploadProgress>();
  const running = useRef<AbortController | undefined>(undefined);

  const upload = async <Result>(sizeBytes: number, run: (sending: Sending) => Promise<Result>): Promise<Result> => {
    const controller = new AbortController();
    running.current = controller;
    const meter = createUploadMeter(sizeBytes, () => performance.now());
    setProgress(meter(0));
    try {
      return await run({ signal: controller.signal, onProgress: (fraction) => setProgress(meter(fraction)) });
    } finally {
      running.current = undefined;
      setProgress(undefined);
    }
  };

  return {
    upload,
    progress,
    cancel: () => running.current?.abort(),
    isRunning: () => running.current !== undefined,
  };
};
