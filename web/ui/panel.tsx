import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  /** Beside the title, at the end of its line. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Panel({ title, aside, children, className = '' }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`surface min-w-0 p-5 sm:p-6 ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-title">
          {title}
        </h2>
        {aside}
      </div>
      <div className="mt-3">{children}</div>
    </section>
  );
}
