import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { sentenceOf } from './api-error.ts';

interface Sentences {
  loading: string;
  success: string;
  error: string;
}

/** Data that came with the page and was announced. */
const announced = new WeakSet();

/** For as long the toast of data that came with the page has its first sentence. */
const FIRST_SENTENCE_MS = 500;

/**
 * Shows one toast while the data of a page loads, and then the result; the same for data that came with the page. Cached
 * data and background refreshes show none.
 */
export function useLoadToasts(query: UseQueryResult<{ message: string }>, messages: Sentences): void {
  const { status, error, data, isFetched } = query;
  const shown = useRef<string>(undefined);
  const isLoading = status === 'pending' || (status === 'error' && query.isFetching);
  const success = data?.message || messages.success;
  const failure = sentenceOf(error, messages.error);
  const { loading } = messages;

  useEffect(() => {
    if (isLoading) {
      if (!shown.current) shown.current = toast.loading(loading);
    } else if (shown.current) {
      const same = { id: shown.current };
      shown.current = undefined;
      if (status === 'error') toast.error(failure, same);
      else toast.success(success, same);
    }
  }, [isLoading, status, loading, success, failure]);

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
