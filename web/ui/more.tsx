import type { ReactNode } from 'react';

interface MoreProps {
  label?: string;
  /** Open at first, and again when it becomes true: a folded field must not hide its error. */
  isOpen?: boolean;
  children: ReactNode;
}

/** What few people need, folded until it is wanted. */
export const More = ({ label = 'More', isOpen = false, children }: MoreProps) => (
  <details open={isOpen || undefined}>
    <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">{label}</summary>
    <div className="mt-3">{children}</div>
  </details>
);
