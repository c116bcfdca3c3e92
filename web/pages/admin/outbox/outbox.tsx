import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { OutboxEntry } from '#contract/outbox.ts';
import { outboxQuery } from '#web/api/school-queries.ts';
import { LinkButton } from '#web/components/button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { formatMoment } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Pager } from '#web/components/pager.tsx';
import { QueryBoundary } from '#web/components/query-boundary.tsx';
import { useSite } from '#web/components/site.tsx';
import { LoadingNote, RowsSkeleton } from '#web/components/skeletons.tsx';
import { pathTo } from '#web/paths.ts';

const PAGE_SIZE = 25;

const offsetIn = (text: string | null): number => {
  const offset = Number(text ?? '0');
  return Number.isInteger(offset) && offset > 0 && offset <= 1_000_000 ? offset : 0;
};

const lead = (isUsed: boolean): string =>
  isUsed
    ? 'No mail server is configured, so emails are kept here instead of being sent. Set one up under Settings, Email.'
    : 'Emails are sent through your mail server. These were kept before it was configured.';

function Emails({ emails }: { emails: readonly OutboxEntry[] }) {
  const { timeZone } = useSite();
  return (
    <ul className="divide-y divide-line">
      {emails.map(({ _id, to, subject, sentAt }) => (
        <li key={_id} className="relative px-5 py-4 hover:bg-base-200 sm:px-6">
          <Link to={pathTo('outboxEmail', { emailId: _id })} className="font-semibold after:absolute after:inset-0">
            {subject}
          </Link>
          <p className="mt-1 flex flex-wrap justify-between gap-x-6 text-sm text-muted">
            <span className="min-w-0 wrap-anywhere">To {to}</span>
            <span className="num">{formatMoment(sentAt, timeZone)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

export function Component() {
  const [address, setAddress] = useSearchParams();
  const offset = offsetIn(address.get('offset'));
  const query = useQuery(outboxQuery({ limit: PAGE_SIZE, offset }));
  const { data } = query;
  return (
    <div className="page max-w-4xl py-8 lg:py-10">
      <PageHeading>Outbox</PageHeading>
      <p className="measure mt-2 min-h-[5.1rem] text-muted sm:min-h-[3.4rem]">
        {data ? lead(data.isUsed) : 'Emails from your school'}
      </p>
      <div className="mt-7">
        <QueryBoundary
          query={query}
          skeleton={
            <>
              <LoadingNote />
              <RowsSkeleton />
            </>
          }
          failure={messages.outbox.error}
        >
          {({ mails: emails, total }) =>
            emails.length === 0 ? (
              <EmptyState action={<LinkButton to={pathTo('dashboard')}>Admin Dashboard</LinkButton>}>
                No emails yet. The first one appears when someone signs up or sends a message.
              </EmptyState>
            ) : (
              <section aria-label="Emails" className="surface overflow-hidden">
                <Emails emails={emails} />
                <Pager
                  label="Pages of emails"
                  pageSize={PAGE_SIZE}
                  offset={offset}
                  shown={emails.length}
                  total={total}
                  onPage={(next) => setAddress(next > 0 ? { offset: String(next) } : {})}
                />
              </section>
            )
          }
        </QueryBoundary>
      </div>
    </div>
  );
}
