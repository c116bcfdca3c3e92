import { Trans, useLingui } from '@lingui/react/macro';
import { Said } from '#web/ui/language/language.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, Fragment, type ReactNode, useEffect, useRef } from 'react';
import { RotateCcw } from 'lucide-react';
import { isNotFound, errorMessage } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Book } from '#web/ui/covers/cover.tsx';

interface QueryBoundaryProps<Data> {
  query: UseQueryResult<Data>;
  /** In the shape of the content, so that nothing moves when the data arrives. Without it, rows. */
  skeleton?: ReactNode;
  /** Shown when the server gave no message. */
  failure: string;
  /** The content for a 404; without it, a 404 is an error like any other. */
  notFound?: { action: ReactNode; message?: string };
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
    skeleton = <RowsLoading />,
    failure,
    notFound,
    frame: Frame = Fragment,
    messageClass,
    isInPanel = false,
    children,
  } = props;
  const { data, error } = query;
  // Data from before a deletion is not shown again.
  const isGone = notFound !== undefined && isNotFound(error);
  if (data !== undefined && !isGone) return children(data);
  if (!error) return skeleton;
  const message = errorMessage(error, failure);
  return (
    <Frame>
      <div className={messageClass}>
        {isGone ? (
          <EmptyState action={notFound.action}>{notFound.message ?? message}</EmptyState>
        ) : (
          <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} isInPanel={isInPanel}>
            {message}
          </ErrorState>
        )}
      </div>
    </Frame>
  );
}

interface ErrorStateProps {
  children: ReactNode;
  onRetry: () => void;
  isRetrying?: boolean;
  /** The panel around it has the border and the padding. */
  isInPanel?: boolean;
}

/** A successful retry removes the button that had the focus; the heading of the page gets it then. */
const useFocusAfterSuccess = (): (() => void) => {
  const wasPressed = useRef(false);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (wasPressed.current && isLost) document.querySelector('h1')?.focus({ preventScroll: true });
    },
    [],
  );
  return () => {
    wasPressed.current = true;
  };
};

export function ErrorState({ children, onRetry, isRetrying = false, isInPanel = false }: ErrorStateProps) {
  const expectSuccess = useFocusAfterSuccess();
  const retry = () => {
    expectSuccess();
    onRetry();
  };
  return (
    <div role="alert" className={`flex flex-wrap items-center justify-between gap-4 ${isInPanel ? '' : 'surface p-5'}`}>
      <p className="font-medium">
        <Said>{children}</Said>
      </p>
      <Button tone="quiet" onClick={retry} isBusy={isRetrying}>
        <RotateCcw size={16} aria-hidden="true" />
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

interface EmptyStateProps {
  /** One sentence. */
  children: ReactNode;
  action?: ReactNode;
}

/** An empty list or page: the reason and the next step. */
export function EmptyState({ children, action }: EmptyStateProps) {
  const { t } = useLingui();
  return (
    <div className="px-5 py-12 text-center">
      <div className="mx-auto w-56 max-w-full">
        <Book title={t`An empty shelf`} hidesTitle className="mx-auto h-32 w-24" />
        <div className="ledge" />
      </div>
      <p className="measure mx-auto mt-6 text-lg">{children}</p>
      {action && <div className="mt-5 flex justify-center">{action}</div>}
    </div>
  );
}

interface BlockProps {
  className: string;
}

export const Skeleton = ({ className }: BlockProps) => (
  <div aria-hidden="true" className={`skeleton-block ${className}`} />
);

/** Announces the loading to screen readers; the blocks are hidden from them. */
export const LoadingNote = ({ children }: { children?: ReactNode }) => (
  <output className="sr-only">{children === undefined ? <Trans>Loading</Trans> : <Said>{children}</Said>}</output>
);

export const CardSkeleton = () => (
  <div className="surface overflow-hidden" aria-hidden="true">
    <div className="cover" />
    <div className="space-y-3 p-5">
      <Skeleton className="h-6 w-3/4" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="mt-6 h-9 w-full" />
    </div>
  </div>
);

export const RowsSkeleton = ({ count = 6 }: { count?: number }) => (
  <div className="surface overflow-hidden" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="lecture-row">
        <Skeleton className="h-5 w-5" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-5 w-10" />
      </div>
    ))}
  </div>
);

const RowsLoading = () => (
  <>
    <LoadingNote />
    <RowsSkeleton />
  </>
);

/** Until the code of the classroom is loaded. The server sends the same, see `classroom-outline.ts`. */
export const ClassroomSkeleton = () => (
  <div className="classroom">
    <LoadingNote />
    <div className="classroom-course mt-2 flex min-h-11 items-center">
      <Skeleton className="h-5 w-40" />
    </div>
    <div className="classroom-player">
      <Skeleton className="aspect-video w-full" />
    </div>
    <div className="classroom-side">
      <RowsSkeleton />
    </div>
  </div>
);

/** A panel with a title and some lines. */
export const PanelSkeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className="surface p-5 sm:p-6" aria-hidden="true">
    <Skeleton className="h-6 w-40" />
    {Array.from({ length: lines }, (_, index) => (
      <Skeleton key={index} className={`mt-4 h-4 ${index % 2 === 0 ? 'w-full' : 'w-2/3'}`} />
    ))}
  </div>
);

/** What is read at length: who wrote it, and the text. */
export const ReadingSkeleton = ({ note, className = '' }: { note: string; className?: string }) => (
  <div className={`late space-y-4 ${className}`}>
    <LoadingNote>{note}</LoadingNote>
    <Skeleton className="h-10 w-72 max-w-full" />
    <Skeleton className="h-40 w-full" />
  </div>
);

/** A panel of labelled fields. */
export const FormSkeleton = ({ fields = 5 }: { fields?: number }) => (
  <div className="surface space-y-6 p-5 sm:p-6" aria-hidden="true">
    {Array.from({ length: fields }, (_, index) => (
      <div key={index} className="space-y-2">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-11 w-full" />
      </div>
    ))}
  </div>
);

/** Panels, and a narrower column beside them. */
export const DetailSkeleton = () => (
  <div className="grid items-start gap-4 lg:grid-cols-[1fr_23rem]">
    <div className="grid gap-4">
      <PanelSkeleton />
      <PanelSkeleton lines={5} />
    </div>
    <div className="grid gap-4">
      <PanelSkeleton lines={4} />
      <PanelSkeleton />
    </div>
  </div>
);

/** Until the code of a page is loaded, which brings its heading, or until its data is. */
export const PageSkeleton = () => (
  <div className="page py-10">
    <h1 className="sr-only">
      <Trans>Loading</Trans>
    </h1>
    <LoadingNote />
    <Skeleton className="h-11 w-64 max-w-full" />
    <Skeleton className="mt-4 mb-8 h-5 w-96 max-w-full" />
    <PanelSkeleton lines={5} />
  </div>
);
