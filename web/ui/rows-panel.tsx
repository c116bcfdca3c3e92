import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface RowsPanelProps {
  title: string;
  /** Beside the title, at the end of its line. */
  aside?: ReactNode;
  children: ReactNode;
  /** Below the rows: what to know, and an action for all of them. */
  foot?: ReactNode;
}

/** A panel of rows, each with an action at its end. */
export function RowsPanel({ title, aside, children, foot }: RowsPanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="surface min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-5 sm:px-6 sm:pt-6">
        <h2 id={id} className="text-title">
          {title}
        </h2>
        {aside}
      </div>
      <div className="mt-2">{children}</div>
      {foot && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line bg-base-100 px-5 py-4 text-sm text-muted sm:px-6">
          {foot}
        </div>
      )}
    </section>
  );
}

interface RowProps {
  icon: LucideIcon;
  name: string;
  children: ReactNode;
  action: ReactNode;
}

export const Row = ({ icon: Icon, name, children, action }: RowProps) => (
  <li className="flex items-center gap-4 border-t border-line px-5 py-4 first:border-t-0 sm:px-6">
    <Icon size={22} className="shrink-0 text-muted" aria-hidden="true" />
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="meta wrap-anywhere">{children}</p>
      </div>
      <div className="max-w-full shrink-0">{action}</div>
    </div>
  </li>
);
