import type { ReactNode } from 'react';

interface DetailListProps {
  /** A row whose value is null is left out. */
  details: readonly (readonly [name: string, value: ReactNode])[];
}

export const DetailList = ({ details }: DetailListProps) => (
  <dl className="text-sm">
    {details
      .filter(([, value]) => value !== null)
      .map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6 border-t border-line py-2.5 first:border-t-0">
          <dt className="text-muted">{name}</dt>
          <dd className="num min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
);
