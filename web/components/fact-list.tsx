import type { ReactNode } from 'react';

interface FactListProps {
  /** Name and value; a value that is null has no row. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names with their values, one a row. */
export const FactList = ({ facts }: FactListProps) => (
  <dl className="text-sm">
    {facts
      .filter(([, value]) => value !== null)
      .map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6 border-t border-line py-2.5 first:border-t-0">
          <dt className="text-muted">{name}</dt>
          <dd className="num min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
);
