import { useQuery } from '@tanstack/react-query';
import { salesOverviewQuery } from '#web/features/billing/admin-billing-queries.ts';
import { Amount } from '#web/ui/text/amount.tsx';
import { formatMoney } from '#web/ui/text/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { Skeleton } from '#web/ui/page/skeletons.tsx';

/** Gross, refunded and net amounts of all time. */
export function PaymentTotals() {
  const { currencySymbol } = useSite();
  const { data, isError } = useQuery(salesOverviewQuery());
  const lostInPaise = data?.lostInPaise ?? 0;
  const sums = [
    { label: 'Gross', amountInPaise: data?.grossInPaise, note: 'Total paid' },
    { label: 'Refunded', amountInPaise: data?.refundedInPaise, note: 'Including pending' },
    {
      label: 'Net',
      amountInPaise: data?.netInPaise,
      note: lostInPaise > 0 ? `${formatMoney(lostInPaise, currencySymbol)} lost in disputes` : 'Before provider fees',
    },
  ];
  return (
    <dl className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-5">
      {sums.map(({ label, amountInPaise, note }) => (
        <div key={label} className="surface min-w-0 p-4 last:max-sm:col-span-2 sm:p-5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1">
            {amountInPaise === undefined && !isError && <Skeleton className="h-14 w-24 max-w-full" />}
            {amountInPaise === undefined && isError && <span className="text-sm font-medium">Not available</span>}
            {amountInPaise !== undefined && (
              <>
                <span className="font-display block text-[clamp(1.5rem,1rem+2vw,2.125rem)] leading-tight wrap-anywhere">
                  <Amount paise={amountInPaise} />
                </span>
                <span className="meta block">{note}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
