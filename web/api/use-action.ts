import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { QueryClientContext, type UseQueryResult } from '@tanstack/react-query';
import { errorMessage } from './api-error.ts';
import { invalidate, type Part } from './query.ts';

export interface Sentences {
  loading?: string;
  /** Shown when the response has no message. With '' none is shown: the next step says it. */
  success?: string;
  /** Shown when there is no readable response. */
  error: string;
}

interface Action<Input, Result> {
  run: (input: Input) => Promise<Result>;
  messages: Sentences;
  onSuccess?: (result: Result, input: Input) => void | Promise<void>;
  /** What it changes: everything shown about it is fetched again, after `onSuccess`. */
  changes?: readonly Part[] | undefined;
  onError?: (error: unknown, input: Input) => void;
  /** Actions with the same one share a toast: the next replaces the one before. */
  toastId?: string;
}

/** The message of responses that say nothing to people. */
const NOTHING_SAID = /^OK$/;

const messageOf = (result: unknown): string | undefined =>
  typeof result === 'object' && result !== null && 'message' in result && typeof result.message === 'string'
    ? result.message.replace(NOTHING_SAID, '')
    : undefined;

/** A cancelled request is not an error. */
const isStopped = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Runs an action, one at a time, with one toast for its progress and result. The server's message is preferred. */
export function useAction<Input, Result>(action: Action<Input, Result>) {
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const queryClient = useContext(QueryClientContext);
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });

  const start = useCallback(
    async (input: Input): Promise<void> => {
      if (isRunning.current) return;
      isRunning.current = true;
      setBusy(true);
      const { run, messages, onSuccess, changes = [], onError, toastId } = latest.current;
      const same: { id?: string } = toastId === undefined ? {} : { id: toastId };
      if (messages.loading) same.id = toast.loading(messages.loading, same);
      try {
        const result = await run(input);
        const text = messages.success === '' ? '' : messageOf(result) || messages.success;
        if (text) toast.success(text, same);
        await onSuccess?.(result, input);
        if (queryClient) await invalidate(queryClient, changes);
      } catch (error) {
        if (isStopped(error)) {
          if (same.id) toast.dismiss(same.id);
        } else {
          toast.error(errorMessage(error, messages.error), same);
          onError?.(error, input);
        }
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
    [queryClient],
  );

  return { start, isBusy };
}

/** Data that came with the page and was announced. */
const announced = new WeakSet();

/** For as long the toast of data that came with the page has its first sentence. */
const FIRST_SENTENCE_MS = 500;

/**
 * Shows one toast while the data of a page loads, and then the result; the same for data that came with the page. Cached
 * data and background refreshes show none. `isSaid`: the page itself says why it failed.
 */
export function useLoadToasts(
  query: UseQueryResult<{ message: string }>,
  messages: Required<Sentences>,
  isSaid = false,
): void {
  const { status, error, data, isFetched } = query;
  const shown = useRef<string>(undefined);
  const isLoading = status === 'pending' || (status === 'error' && query.isFetching);
  const success = data?.message || messages.success;
  const failure = errorMessage(error, messages.error);
  const { loading } = messages;

  useEffect(() => {
    if (isLoading) {
      if (!shown.current) shown.current = toast.loading(loading);
    } else if (shown.current) {
      const same = { id: shown.current };
      shown.current = undefined;
      if (status === 'error' && isSaid) toast.dismiss(same.id);
      else if (status === 'error') toast.error(failure, same);
      else toast.success(success, same);
    }
  }, [isLoading, status, loading, success, failure, isSaid]);

  useEffect(() => {
    if (data === undefined || isFetched || announced.has(data)) return;
    announced.add(data);
    const id = toast.loading(loading);
    setTimeout(() => toast.success(success, { id }), FIRST_SENTENCE_MS);
  }, [data, isFetched, loading, success]);

  useEffect(
    () => () => {
      if (shown.current) toast.dismiss(shown.current);
      shown.current = undefined;
    },
    [],
  );
}
