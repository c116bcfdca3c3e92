import { type ReactNode, useId } from 'react';

interface PartProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of My learning. */
export function Part({ title, aside, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-12 min-w-0 lg:mt-16">
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-section">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
