import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { OutboxEntry } from '#contract/outbox.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { outboxQuery } from '#web/api/queries.ts';
import { LinkButton } from '#web/components/button.tsx';
import { formatMoment } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Pager } from '#web/components/pager.tsx';
import { useSite } from '#web/components/site.tsx';
import { LoadingNote, RowsSkeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';

const PAGE_SIZE = 25;

const offsetIn = (text: string | null): number => {
  const offset = Number(text ?? '0');
  return Number.isInteger(offset) && offset > 0 && offset <= 1_000_000 ? offset : 0;
};

const lead = (isUsed: boolean): string =>
  isUsed
    ? 'No mail server is set, so mails are written here instead of being sent. Set SMTP_URL to send them.'
    : 'Mails are sent by the mail server. Here is what was written before it was set.';

function Mails({ mails }: { mails: readonly OutboxEntry[] }) {
  const { timeZone } = useSite();
  return (
    <ul className="divide-y divide-line">
      {mails.map(({ _id, to, subject, sentAt }) => (
        <li key={_id} className="relative px-5 py-4 hover:bg-base-200 sm:px-6">
          <Link to={`/admin/outbox/${_id}`} className="font-semibold after:absolute after:inset-0">
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

/** The mails that a school without a mail server would have sent. */
export function Component() {
  const [address, setAddress] = useSearchParams();
  const offset = offsetIn(address.get('offset'));
  const query = useQuery(outboxQuery({ limit: PAGE_SIZE, offset }));
  const { data } = query;
  return (
    <div className="page max-w-4xl py-8 lg:py-10">
      <PageHeading>Outbox</PageHeading>
      <p className="measure mt-2 min-h-[5.1rem] text-muted sm:min-h-[3.4rem]">
        {data ? lead(data.isUsed) : 'Mails of the school'}
      </p>
      <div className="mt-7">
        {query.isPending && (
          <>
            <LoadingNote />
            <RowsSkeleton />
          </>
        )}
        {query.isError && (
          <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
            {sentenceOf(query.error, messages.outbox.error)}
          </ErrorState>
        )}
        {data?.mails.length === 0 && (
          <EmptyState action={<LinkButton to="/admin/dashboard">Admin Dashboard</LinkButton>}>
            No mail is here. The first one comes when somebody signs up or writes to the school.
          </EmptyState>
        )}
        {data && data.mails.length > 0 && (
          <section aria-label="Mails" className="surface overflow-hidden">
            <Mails mails={data.mails} />
            <Pager
              label="Pages of mails"
              pageSize={PAGE_SIZE}
              offset={offset}
              shown={data.mails.length}
              total={data.total}
              onPage={(next) => setAddress(next > 0 ? { offset: String(next) } : {})}
            />
          </section>
        )}
      </div>
    </div>
  );
}
