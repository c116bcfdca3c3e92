import { Pause, Play, RotateCcw, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { mayResume, type UploadItem } from './upload-item.ts';
import { uploads } from './uploads.ts';

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
