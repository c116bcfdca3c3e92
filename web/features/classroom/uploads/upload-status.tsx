import { Pause, Play, RotateCcw, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { formatLength, formatSize } from '#web/ui/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { mayResume, type UploadItem } from './upload-items.ts';
import { uploads } from './uploads.ts';

export const timeLeftOf = ({ secondsLeft }: UploadItem): string =>
  Number.isFinite(secondsLeft) ? `${formatLength(Math.max(secondsLeft, 1) * 1000)} left` : 'Starting';

export const percentOf = ({ sizeBytes, sentBytes }: UploadItem): number =>
  sizeBytes === 0 ? 0 : Math.floor((sentBytes / sizeBytes) * 100);

const phaseLabels = {
  checking: 'Checking',
  waiting: 'Queued',
  sending: 'Uploading',
  paused: 'Paused',
  'signed-out': 'Log in to resume',
  stopped: 'Stopped',
  'needs-file': 'Not finished. Choose the file again to resume.',
  untitled: 'Uploaded. Give the lecture a title.',
  finishing: 'Uploaded. Checking the video',
  done: 'Added',
} as const;

export const UploadStatus = ({ item }: { item: UploadItem }) => {
  const { phase, problem, sizeBytes, sentBytes, bytesPerSecond, replaces } = item;
  const percent = percentOf(item);
  const isSending = phase === 'sending';
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4 text-sm">
        <span>{phase === 'done' && replaces ? 'Replaced' : phaseLabels[phase]}</span>
        {phase !== 'done' && <span className="num whitespace-nowrap text-muted">{percent}%</span>}
      </p>
      {phase !== 'done' && (
        <progress
          className="progress mt-2 block h-1.5 w-full text-primary"
          aria-label={`Upload of ${item.fileName}`}
          {...(phase === 'finishing' ? {} : { value: percent })}
          max={100}
        />
      )}
      {(isSending || phase === 'paused' || phase === 'needs-file') && (
        <p className="num mt-2 text-sm text-muted">
          {formatSize(sentBytes)} of {formatSize(sizeBytes)}
          {isSending && bytesPerSecond > 0 && ` · ${formatSize(bytesPerSecond)} per second`}
          {isSending && !problem && ` · ${timeLeftOf(item)}`}
        </p>
      )}
      {problem && (
        <p role="alert" className="mt-2 text-sm text-error">
          {problem}
        </p>
      )}
    </div>
  );
};

const ChooseAgain = ({ item }: { item: UploadItem }) => {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="btn btn-quiet btn-sm has-focus-visible:outline-2">
        Choose file
        <span className="sr-only"> {item.fileName}</span>
        <input
          id={id}
          type="file"
          accept="video/*"
          className="sr-only"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) uploads.attachFile(item.key, file);
            currentTarget.value = '';
          }}
        />
      </label>
    </>
  );
};

export const UploadActions = ({ item }: { item: UploadItem }) => {
  const { key, phase, fileName } = item;
  const about = <span className="sr-only"> {fileName}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      {(phase === 'sending' || phase === 'waiting') && (
        <Button tone="quiet" size="small" onClick={() => uploads.pause(key)}>
          <Pause size={16} aria-hidden="true" />
          Pause{about}
        </Button>
      )}
      {mayResume(item) && (
        <Button tone="quiet" size="small" onClick={() => uploads.resume(key)}>
          {phase === 'paused' ? <Play size={16} aria-hidden="true" /> : <RotateCcw size={16} aria-hidden="true" />}
          {phase === 'paused' ? 'Resume' : 'Try again'}
          {about}
        </Button>
      )}
      {phase === 'needs-file' && <ChooseAgain item={item} />}
      {phase !== 'done' && phase !== 'finishing' && (
        <Button tone="ghost" size="small" onClick={() => uploads.remove(key)}>
          <Trash2 size={16} aria-hidden="true" />
          Cancel upload{about}
        </Button>
      )}
    </div>
  );
};
