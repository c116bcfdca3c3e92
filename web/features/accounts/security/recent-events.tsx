import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { describeEvent } from '#contract/school/audit-events.ts';
import { endpointQuery } from '#web/api/query.ts';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatMoment } from '#contract/format.ts';
import { Row, RowsPanel } from '#web/ui/rows-panel.tsx';
import { useLocale } from '#web/ui/language/language.tsx';
import { useWriter } from '#web/ui/language/use-writer.ts';

const SHOWN = 10;

/** The last logins, and changes of how the user logs in. */
export function RecentEvents() {
  const { t } = useLingui();
  const locale = useLocale();
  const write = useWriter();
  const { timeZone } = useSite();
  const query = useQuery(endpointQuery('own-audit', 'GET /user/audit', { query: { limit: SHOWN }, staleTime: 0 }));
  return (
    <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={messages.audit.failure}>
      {({ events }) =>
        events.length > 0 && (
          <RowsPanel title={t`What happened lately`}>
            <ul>
              {events.map(({ _id, at, kind, times, address, browser }) => {
                const text = write(describeEvent(kind).text);
                return (
                  <Row key={_id} icon={History} name={times > 1 ? t`${text}, ${times} times` : text} action={null}>
                    {[formatMoment(at, timeZone, locale), browser, address].filter(Boolean).join(' · ')}
                  </Row>
                );
              })}
            </ul>
          </RowsPanel>
        )
      }
    </QueryBoundary>
  );
}
