import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { firstStepsQuery } from '#web/api/school-queries.ts';
import { Guide } from '#web/features/school/first-steps/guide.tsx';
import { QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The guide of the dashboard, also after the first sale. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(firstStepsQuery());
  return (
    <SettingsFrame section={t`First steps`}>
      {() => (
        <QueryBoundary query={query} skeleton={<RowsSkeleton count={7} />} failure={messages.firstSteps.failure}>
          {({ firstSteps }) => <Guide guide={firstSteps} />}
        </QueryBoundary>
      )}
    </SettingsFrame>
  );
}
