import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { isNotFound, sentenceOf } from '#web/api/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';

interface QueryBoundaryProps<Data> {
  query: UseQueryResult<Data>;
  /** In the shape of what it stands for, so that nothing moves when the data arrives. */
  skeleton: ReactNode;
  /** Shown when the server gave no message. */
  failure: string;
  /** What to show for a 404; without it, a 404 is an error like any other. */
  notFound?: { action: ReactNode; sentence?: string };
  /** Surrounds the error and the not-found message, where the heading of the page comes with the data. */
  frame?: ComponentType<{ children: ReactNode }>;
  /** The space around these messages. */
  messageClass?: string;
  isInPanel?: boolean;
  children: (data: Data) => ReactNode;
}

/** Shows a query: its skeleton, its data, why it failed with "Try again", or that there is no such thing. */
export function QueryBoundary<Data>(props: QueryBoundaryProps<Data>): ReactNode {
  const {
    query,
    skeleton,
    failure,
    notFound,
    frame: Frame = Fragment,
    messageClass,
    isInPanel = false,
    children,
  } = props;
  const { data, error } = query;
  // What was loaded before it was deleted is not shown again.
  const isGone = notFound !== undefined && isNotFound(error);
  if (data !== undefined && !isGone) return children(data);
  if (!error) return skeleton;
  const sentence = sentenceOf(error, failure);
  return (
    <Frame>
      <div className={messageClass}>
        {isGone ? (
          <EmptyState action={notFound.action}>{notFound.sentence ?? sentence}</EmptyState>
        ) : (
          <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} isInPanel={isInPanel}>
            {sentence}
          </ErrorState>
        )}
      </div>
    </Frame>
  );
}
