import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Pause, Play, RotateCcw, Trash2 } from 'lucide-react';
import { formatLength, formatSize } from '#contract/format.ts';
import { Button } from '#web/ui/button.tsx';
import { LECTURE_ACCEPT } from './file-kinds.ts';
import { mayResume, type UploadItem } from './upload-items.ts';
import { uploads } from './uploads.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

export const timeLeftOf = ({ secondsLeft }: UploadItem, { _, locale }: Language): string =>
  Number.isFinite(secondsLeft)
    ? _(msg`${{ time: formatLength(Math.max(secondsLeft, 1) * 1000, locale) }} left`)
    : _(msg`Starting`);

export const percentOf = ({ sizeBytes, sentBytes }: UploadItem): number =>
  sizeBytes === 0 ? 0 : Math.floor((sentBytes / sizeBytes) * 100);

const phaseLabels = {
  checking: msg`Checking`,
  waiting: msg`Queued`,
  sending: msg`Uploading`,
  paused: msg`Paused`,
  'signed-out': msg`Log in to resume`,
  stopped: msg`Stopped`,
  'needs-file': msg`Not finished. Choose the file again to resume.`,
  untitled: msg`Uploaded. Give the lecture a title.`,
  finishing: msg`Uploaded. Checking the file`,
  done: msg`Added`,
} as const;

export const UploadStatus = ({ item }: { item: UploadItem }) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { phase, problem, sizeBytes, sentBytes, bytesPerSecond, replaces } = item;
  const percent = percentOf(item);
  const isSending = phase === 'sending';
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4 text-sm">
        <span>{phase === 'done' && replaces ? t`Replaced` : language._(phaseLabels[phase])}</span>
        {phase !== 'done' && <span className="num whitespace-nowrap text-muted">{percent}%</span>}
      </p>
      {phase !== 'done' && (
        <progress
          className="progress mt-2 block h-1.5 w-full text-primary"
          aria-label={t`Upload of ${item.fileName}`}
          {...(phase === 'finishing' ? {} : { value: percent })}
          max={100}
        />
      )}
      {(isSending || phase === 'paused' || phase === 'needs-file') && (
        <p className="num mt-2 text-sm text-muted">
          <Trans>
            {formatSize(sentBytes)} of {formatSize(sizeBytes)}
          </Trans>
          {isSending && bytesPerSecond > 0 && <> · {t`${formatSize(bytesPerSecond)} per second`}</>}
          {isSending && !problem && ` · ${timeLeftOf(item, language)}`}
        </p>
      )}
      {problem && (
        <p role="alert" className="mt-2 text-sm text-error">
          {language._(problem)}
        </p>
      )}
    </div>
  );
};

/** The actions of an upload now: pause, resume and cancel. */
export const actionsOf = (item: UploadItem, { _ }: Language) => {
  const { key, phase } = item;
  const [name, icon] =
    phase === 'paused' ? ([_(msg`Resume`), Play] as const) : ([_(msg`Try again`), RotateCcw] as const);
  return [
    ...(phase === 'sending' || phase === 'waiting'
      ? [{ label: _(msg`Pause`), icon: Pause, onSelect: () => uploads.pause([key]) }]
      : []),
    ...(mayResume(item) ? [{ label: name, icon, onSelect: () => uploads.resume(key) }] : []),
    ...(phase === 'done' || phase === 'finishing'
      ? []
      : [{ label: _(msg`Cancel upload`), icon: Trash2, isDestructive: true, onSelect: () => uploads.remove(key) }]),
  ];
};

const ChooseAgain = ({ item: { key, fileName } }: { item: UploadItem }) => (
  <label className="btn btn-quiet btn-sm has-focus-visible:outline-2">
    <Trans>Choose file</Trans>
    <span className="sr-only"> {fileName}</span>
    <input
      type="file"
      accept={LECTURE_ACCEPT}
      className="sr-only"
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        if (file) uploads.attachFile(key, file);
        currentTarget.value = '';
      }}
    />
  </label>
);

export const UploadActions = ({ item }: { item: UploadItem }) => (
  <div className="flex flex-wrap gap-2">
    {item.phase === 'needs-file' && <ChooseAgain item={item} />}
    {actionsOf(item, useLanguage()).map(({ label, icon: Icon, isDestructive, onSelect }) => (
      <Button key={label} tone={isDestructive ? 'ghost' : 'quiet'} size="small" onClick={onSelect}>
        <Icon size={16} aria-hidden="true" />
        {label}
        <span className="sr-only"> {item.fileName}</span>
      </Button>
    ))}
  </div>
);
