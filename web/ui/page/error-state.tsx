import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';

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
      <p className="font-medium">{children}</p>
      <Button tone="quiet" onClick={retry} isBusy={isRetrying}>
        <RotateCcw size={16} aria-hidden="true" />
        Try again
      </Button>
    </div>
  );
}
