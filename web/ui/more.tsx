import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';

interface MoreProps {
  label?: ReactNode;
  /** At first. */
  isOpen?: boolean;
  /** Of the label. */
  className?: string;
  children: ReactNode;
}

const LINK = 'link inline-flex items-center text-sm';

/** What few people need, folded until it is wanted. */
export function More({ label, isOpen = false, className = LINK, children }: MoreProps) {
  const { t } = useLingui();
  const fold = useRef<HTMLDetailsElement>(null);
  // A fold hides no error, also where it was closed after the error was seen.
  useEffect(() => {
    if (fold.current?.querySelector('[aria-invalid="true"]')) fold.current.open = true;
  });
  return (
    <details ref={fold} open={isOpen || undefined}>
      <summary className={`min-h-11 cursor-pointer ${className}`}>{label ?? t`More`}</summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}
