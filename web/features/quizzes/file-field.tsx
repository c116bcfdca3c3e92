import { Trans, useLingui } from '@lingui/react/macro';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { useOnline } from '#web/api/connection.ts';
import { useAction } from '#web/api/use-action.ts';
import { formatSize } from '#contract/format.ts';
import type { AnswerFieldProps } from './choice-field.tsx';

/** An answer that is a file: it is sent at once, and another one takes its place. */
export const FileField = ({ answer: { file }, isLocked, labelledBy, sendFile }: AnswerFieldProps) => {
  const { t } = useLingui();
  const isOnline = useOnline();
  const [sent, setSent] = useState<number>();
  const sending = useAction({
    run: async (chosen: File) => {
      setSent(0);
      await sendFile?.(chosen, setSent).finally(() => setSent(undefined));
    },
    messages: { error: messages.quizzes.fileNotSent },
    onSuccess: () => undefined,
  });
  const isOff = isLocked || !isOnline || sending.isBusy || !sendFile;
  return (
    <div className="grid gap-3">
      {file && (
        <p className="quiz-option quiz-entry">
          <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
            {file.name}
          </span>
          <span className="meta num shrink-0">{formatSize(file.sizeBytes)}</span>
        </p>
      )}
      {!isLocked && (
        <label className="quiz-file" aria-disabled={isOff}>
          <FileUp size={20} aria-hidden="true" />
          <span aria-hidden="true">{file ? <Trans>Send another file</Trans> : <Trans>Choose a file</Trans>}</span>
          <input
            type="file"
            className="sr-only"
            aria-label={file ? t`Send another file` : t`Choose a file`}
            aria-describedby={labelledBy}
            disabled={isOff}
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? [];
              currentTarget.value = '';
              if (chosen) void sending.start(chosen);
            }}
          />
        </label>
      )}
      {sent !== undefined && (
        <p className="meta flex items-center gap-3">
          <progress className="progress h-1.5 flex-1 text-primary" aria-label={t`Sending`} value={sent} max={1} />
          <span className="num">{Math.round(sent * 100)}%</span>
        </p>
      )}
      {!isLocked && !isOnline && (
        <p className="meta">
          <Trans>A file is sent once you’re online.</Trans>
        </p>
      )}
    </div>
  );
};
