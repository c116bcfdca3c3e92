import { Button } from '#web/components/button.tsx';
import { formatLength, formatSize } from '#web/components/format.ts';
import type { UploadProgress } from '#web/pages/lectures/use-upload.ts';

interface UploadPanelProps {
  progress: UploadProgress;
  onCancel: () => void;
}

const timeLeft = ({ secondsLeft }: UploadProgress): string =>
  Number.isFinite(secondsLeft) ? `${formatLength(Math.max(secondsLeft, 1) * 1000)} left` : 'Starting';

/** How far the upload is, how fast, and how long it still takes; with a way to stop it. */
export const UploadPanel = ({ progress, onCancel }: UploadPanelProps) => {
  const { sizeBytes } = progress;
  const percent = Math.floor(progress.fraction * 100);
  const isSent = progress.fraction >= 1;
  return (
    <section aria-label="Upload" className="surface p-4">
      <div className="flex items-baseline justify-between gap-4">
        <p className="font-semibold">{isSent ? 'Sent. Checking the video' : 'Uploading the video'}</p>
        <span className="num text-sm text-muted">{percent} %</span>
      </div>
      <progress
        className="progress mt-3 block h-1.5 w-full text-primary"
        aria-label="Upload progress"
        {...(isSent ? {} : { value: percent })}
        max={100}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="num text-sm text-muted">
          {formatSize(progress.fraction * sizeBytes)} of {formatSize(sizeBytes)}
          {!isSent && progress.bytesPerSecond > 0 && ` · ${formatSize(progress.bytesPerSecond)} per second`}
          {!isSent && ` · ${timeLeft(progress)}`}
        </p>
        <Button tone="quiet" size="small" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
    </section>
  );
};
