import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '#web/api/api-error.ts';
import { type ToDo, toDoQuery } from '#web/api/sales.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { countOf, formatCount, formatDay, formatMoment, formatMoney } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';
import { Skeleton } from '#web/components/skeletons.tsx';
import { ErrorState } from '#web/components/states.tsx';

const kinds: Record<ToDo['kind'], string> = {
  unmatched: 'Money without a buyer',
  wrong_amount: 'Wrong amount',
  duplicate: 'Paid twice',
  refund_owed: 'Refund owed',
  refund_failed: 'Refund failed',
  dispute: 'Dispute',
};

/** More than these are folded, so that the payments below stay in reach. */
const FIRST_SHOWN = 4;

/** Payments that no machine can settle: what happened to each, and what to do. */
export function ToDoPanel() {
  const query = useQuery(toDoQuery());
  const [showsAll, setShowsAll] = useState(false);
  const { data } = query;
  const entries = data?.toDo ?? [];
  return (
    <section aria-labelledby="to-do" className="surface mt-5 overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 pt-5 pb-4 sm:px-6">
        <h2 id="to-do" className="text-title">
          Needs a person
        </h2>
        {entries.length > 0 && (
          <span className="meta num">
            {countOf(entries.length, 'payment')}
            {data?.hasMore && ', and more'}
          </span>
        )}
      </div>
      {query.isPending && <Skeleton className="mx-5 mb-5 h-12 sm:mx-6" />}
      {query.isError && (
        <div className="px-5 pb-5 *:border-0 *:p-0 sm:px-6">
          <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
            {sentenceOf(query.error, 'The list could not be loaded')}
          </ErrorState>
        </div>
      )}
      {data?.toDo.length === 0 && (
        <p className="flex gap-3 px-5 pb-5 text-muted sm:px-6">
          <CircleCheck size={20} className="mt-1 text-success" aria-hidden="true" />
          Every payment has its buyer, and no refund is stuck.
        </p>
      )}
      {entries.length > 0 && (
        <ul aria-labelledby="to-do">
          {entries.slice(0, showsAll ? undefined : FIRST_SHOWN).map((entry) => (
            <Entry key={`${entry.kind} ${entry.paymentId}`} entry={entry} />
          ))}
        </ul>
      )}
      {entries.length > FIRST_SHOWN && !showsAll && (
        <div className="border-t border-line p-4">
          <Button tone="quiet" onClick={() => setShowsAll(true)}>
            Show all {formatCount(entries.length)}
          </Button>
        </div>
      )}
    </section>
  );
}

function Entry({ entry }: { entry: ToDo }) {
  const { currencySymbol, timeZone } = useSite();
  const { kind, paymentId, userName, userEmail, amountInPaise, since, respondBy, happened, advice } = entry;
  return (
    <li className="flex flex-col gap-x-6 gap-y-3 border-t border-line px-5 py-4 sm:flex-row sm:items-center sm:px-6">
      <div className="flex min-w-0 flex-1 gap-3">
        <TriangleAlert size={20} className="mt-1 text-warning" aria-hidden="true" />
        <div className="min-w-0">
          <h3 className="font-sans text-base font-semibold tracking-normal">
            {kinds[kind]}: {formatMoney(amountInPaise, currencySymbol)}
            {(userName ?? userEmail) && ` from ${userName ?? userEmail}`}
          </h3>
          <p className="mt-0.5 text-sm">{happened}</p>
          <p className="text-sm">
            <strong className="font-semibold">To do:</strong> {advice}
          </p>
          <p className="meta num mt-1">
            Since {formatDay(since, timeZone)}
            {respondBy && ` · answer by ${formatMoment(respondBy, timeZone)}`}
          </p>
        </div>
      </div>
      <LinkButton
        tone="quiet"
        className="max-sm:self-start"
        to={`/admin/payments/${encodeURIComponent(paymentId)}`}
        aria-label={`Open payment ${paymentId}`}
      >
        Open
      </LinkButton>
    </li>
  );
}
