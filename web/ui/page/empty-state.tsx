import type { ReactNode } from 'react';
import { Book } from '#web/ui/covers/cover.tsx';

interface EmptyStateProps {
  /** One sentence. */
  children: ReactNode;
  action?: ReactNode;
}

/** A list or page that has nothing to show: why, and what to do next. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className="px-5 py-12 text-center">
      <div className="mx-auto w-56 max-w-full">
        <Book title="An empty shelf" hidesTitle className="mx-auto h-32 w-24" />
        <div className="ledge" />
      </div>
      <p className="measure mx-auto mt-6 text-lg">{children}</p>
      {action && <div className="mt-5 flex justify-center">{action}</div>}
    </div>
  );
}
