import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { Part } from '#web/api/query.ts';
import { type Sentences, useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';

interface ActionButtonProps<Result> extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  run: () => Promise<Result>;
  messages: Sentences;
  onSuccess?: (result: Result, queryClient: QueryClient) => void | Promise<void>;
  changes?: readonly Part[];
}

/** A button that runs an action, and is busy meanwhile. */
export function ActionButton<Result>({
  run,
  messages,
  onSuccess,
  changes,
  isBusy = false,
  ...button
}: ActionButtonProps<Result>) {
  const queryClient = useQueryClient();
  const action = useAction({ run, messages, changes, onSuccess: (result: Result) => onSuccess?.(result, queryClient) });
  return <Button {...button} isBusy={action.isBusy || isBusy} onClick={() => void action.start(undefined)} />;
}
