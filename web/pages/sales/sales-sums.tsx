import { useQuery } from '@tanstack/react-query';
import { paymentsQuery } from '#web/api/queries.ts';
import { Amount } from '#web/components/amount.tsx';
import { formatMoney } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';
import { Skeleton } from '#web/components/skeletons.tsx';

/** What came in, what went back, and what is left, over all time. */
export function SalesSums() {
  const { currencySymbol } = useSite();
  const { data, isError } = useQuery(paymentsQuery());
  const lostInPaise = data?.lostInPaise ?? 0;
  const sums = [
    { label: 'Gross', amountInPaise: data?.grossInPaise, note: 'all that was paid' },
    { label: 'Refunded', amountInPaise: data?.refundedInPaise, note: 'back, or on its way' },
    {
      label: 'Net',
      amountInPaise: data?.netInPaise,
      note:
        lostInPaise > 0 ? `${formatMoney(lostInPaise, currencySymbol)} lost in disputes` : 'before the provider’s fees',
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
