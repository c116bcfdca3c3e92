import { type ReactNode, useEffect, useRef } from 'react';

interface MoreProps {
  label?: string;
  /** At first. */
  isOpen?: boolean;
  children: ReactNode;
}

/** What few people need, folded until it is wanted. */
export function More({ label = 'More', isOpen = false, children }: MoreProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  // A fold hides no error, also where it was closed after the error was seen.
  useEffect(() => {
    if (fold.current?.querySelector('[aria-invalid="true"]')) fold.current.open = true;
  });
  return (
    <details ref={fold} open={isOpen || undefined}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">{label}</summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}
