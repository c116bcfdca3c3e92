import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatMoment } from '#contract/format.ts';
import { Row, RowsPanel } from '#web/ui/rows-panel.tsx';

const SHOWN = 10;

/** The last logins, and changes of how the user logs in. */
export function RecentEvents() {
  const { timeZone } = useSite();
  const query = useQuery({
    ...endpointQuery(queryKeys.ownAudit, 'GET /user/audit', { query: { limit: SHOWN } }),
    // A change on another page is among them, such as that of the password.
    staleTime: 0,
  });
  return (
    <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={messages.audit.failure}>
      {({ events }) =>
        events.length > 0 && (
          <RowsPanel title="What happened lately">
            <ul>
              {events.map(({ _id, at, text, times, address, browser }) => (
                <Row key={_id} icon={History} name={times > 1 ? `${text}, ${times} times` : text} action={null}>
                  {[formatMoment(at, timeZone), browser, address].filter(Boolean).join(' · ')}
                </Row>
              ))}
            </ul>
          </RowsPanel>
        )
      }
    </QueryBoundary>
  );
}
