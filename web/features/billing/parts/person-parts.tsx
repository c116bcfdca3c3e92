import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Panel } from '#web/ui/panel.tsx';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { PartRows } from './part-rows.tsx';
import { partsOfQuery } from './parts-queries.ts';

/** The parts of a purchase of a person, and what the school decides about each. */
export default function PersonParts({ paymentId, planName }: { paymentId: string; planName: string }) {
  const { t } = useLingui();
  const query = useQuery(partsOfQuery(paymentId));
  return (
    <Panel title={t`${planName}, in parts`}>
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="h-24 w-full" />}
        failure={t`The parts could not be loaded`}
        isInPanel
      >
        {({ purchase }) => (
          <Suspense fallback={<Skeleton className="h-24 w-full" />}>
            <PartRows parts={purchase.parts} decided={purchase} />
          </Suspense>
        )}
      </QueryBoundary>
    </Panel>
  );
}
