import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { Part } from '#web/api/query.ts';
import { type Sentences, useAction } from '#web/api/use-action.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Confirmed<Result> extends Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirmLabel' | 'cancelLabel' | 'tone' | 'children'
> {
  run: () => Promise<Result>;
  messages: Sentences;
  /** Called after the dialog has closed. */
  onSuccess?: (result: Result, queryClient: QueryClient) => void | Promise<void>;
  changes?: readonly Part[];
}

/** Asks for confirmation of an action, runs it, and closes when it succeeds. */
export function ActionDialog<Result>({
  run,
  messages,
  onSuccess,
  changes,
  onClose,
  ...dialog
}: Confirmed<Result> & { isOpen?: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { isBusy, start } = useAction({
    run,
    messages,
    changes,
    onSuccess: (result: Result) => {
      onClose();
      return onSuccess?.(result, queryClient);
    },
  });
  return <ConfirmDialog {...dialog} isBusy={isBusy} onConfirm={() => void start(undefined)} onClose={onClose} />;
}

/** What opens the dialog of an action, and the dialog. */
export function ConfirmAction<Result>({
  renderTrigger,
  ...action
}: Confirmed<Result> & { renderTrigger: (open: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {renderTrigger(() => setOpen(true))}
      <ActionDialog {...action} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
