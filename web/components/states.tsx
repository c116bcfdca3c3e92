import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#web/components/button.tsx';
import { Book } from '#web/components/cover.tsx';

interface EmptyStateProps {
  /** One sentence. */
  children: ReactNode;
  /** One way out. */
  action?: ReactNode;
}

/** One book on a ledge, one sentence, one way out. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className="py-12 text-center">
      <div className="mx-auto w-56">
        <Book title="An empty shelf" hidesTitle className="mx-auto h-32 w-24" />
        <div className="ledge" />
      </div>
      <p className="measure mx-auto mt-6 text-lg">{children}</p>
      {action && <div className="mt-5 flex justify-center">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  children: ReactNode;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** After "Try again" worked its button is gone: the focus goes to the heading of the page. */
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

/** What went wrong, and "Try again" in place. */
export function ErrorState({ children, onRetry, isRetrying = false }: ErrorStateProps) {
  const expectSuccess = useFocusAfterSuccess();
  const retry = () => {
    expectSuccess();
    onRetry();
  };
  return (
    <div role="alert" className="surface flex flex-wrap items-center justify-between gap-4 p-5">
      <p className="font-medium">{children}</p>
      <Button tone="quiet" onClick={retry} isBusy={isRetrying}>
        <RotateCcw size={16} aria-hidden="true" />
        Try again
      </Button>
    </div>
  );
}
