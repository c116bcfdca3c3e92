import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { sentenceOf } from './api-error.ts';

interface Sentences {
  loading?: string;
  /** Shown when the response has no message. */
  success?: string;
  /** Shown when there is no readable response. */
  error: string;
}

interface Action<Input, Result> {
  run: (input: Input) => Promise<Result>;
  messages: Sentences;
  onSuccess?: (result: Result, input: Input) => void | Promise<void>;
  onError?: (error: unknown, input: Input) => void;
}

const messageOf = (result: unknown): string | undefined =>
  typeof result === 'object' && result !== null && 'message' in result && typeof result.message === 'string'
    ? result.message
    : undefined;

/** A cancelled request is not an error. */
const isStopped = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Runs an action, one at a time, with one toast for its progress and result. The server's message is preferred. */
export function useAction<Input, Result>(action: Action<Input, Result>) {
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });

  const start = useCallback(async (input: Input): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    const { run, messages, onSuccess, onError } = latest.current;
    const same: { id?: string } = messages.loading ? { id: toast.loading(messages.loading) } : {};
    try {
      const result = await run(input);
      const text = messageOf(result) || messages.success;
      if (text) toast.success(text, same);
      await onSuccess?.(result, input);
    } catch (error) {
      if (isStopped(error)) {
        if (same.id) toast.dismiss(same.id);
      } else {
        toast.error(sentenceOf(error, messages.error), same);
        onError?.(error, input);
      }
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);

  return { start, isBusy };
}
