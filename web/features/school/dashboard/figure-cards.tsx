import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#web/api/call.ts';
import { Amount } from '#web/features/billing/plan-terms.tsx';
import { formatCount, formatMoney } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { calendarMonth, shareOf } from './figures.ts';

/** The price of the specified bundle, for a year. */
const BUNDLE_PRICE_IN_PAISE = 49_900;

export type StatsResult = UseQueryResult<ResponseOf<'GET /admin/stats/users'>>;
export type PaymentsResult = UseQueryResult<ResponseOf<'GET /payments'>>;

export function Figures({ stats, payments }: { stats: StatsResult; payments: PaymentsResult }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { currencySymbol, timeZone } = useSite();
  const month = calendarMonth(useNow(), timeZone, language.locale);
  const people = stats.data;
  const sold = payments.data;
  const count = sold?.allPayments.count;
  const money = (amountInPaise: number): string => formatMoney(amountInPaise, currencySymbol);
  return (
    <dl className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <FigureCard
        label={t`Registered Users`}
        source={stats}
        figure={people && formatCount(people.allUsersCount)}
        note={t`total accounts`}
      />
      <FigureCard
        label={t`Subscribed Users`}
        source={stats}
        figure={people && formatCount(people.subscribedUsersCount)}
        note={people && t`${shareOf(people.subscribedUsersCount, people.allUsersCount, language)} of registered`}
      />
      <FigureCard
        label={t`Subscription Count`}
        source={payments}
        figure={count === undefined ? undefined : formatCount(count)}
        note={sold && t`${formatCount(sold.monthlySalesRecord[month.index] ?? 0)} in ${month.name}`}
      />
      <FigureCard
        label={t`Total Revenue`}
        source={payments}
        figure={count === undefined ? undefined : <Amount paise={sold ? sold.soldInPaise : 0} />}
        note={
          sold &&
          (sold.soldInPaise === sold.allPayments.count * BUNDLE_PRICE_IN_PAISE
            ? `${formatCount(sold.allPayments.count)} × ${money(BUNDLE_PRICE_IN_PAISE)}`
            : t`without refunded purchases`)
        }
      />
    </dl>
  );
}

interface FigureCardProps {
  label: string;
  source: UseQueryResult;
  figure: ReactNode;
  note: ReactNode;
  noteLines?: 1 | 2;
}

export function FigureCard({ label, source, figure, note, noteLines = 1 }: FigureCardProps) {
  return (
    <div className="surface min-w-0 p-4 sm:p-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-2">
        {figure === undefined ? (
          <NoFigure isLoading={source.isFetching} noteLines={noteLines} />
        ) : (
          <>
            <span className="font-display block text-[clamp(1.5rem,1rem+2vw,2.125rem)] leading-tight wrap-anywhere">
              {figure}
            </span>
            <span className="meta mt-1 block">{note}</span>
          </>
        )}
      </dd>
    </div>
  );
}

const heights = { 1: 'h-14 sm:h-16', 2: 'h-[4.75rem] sm:h-21' } as const;

const NoFigure = ({ isLoading, noteLines }: { isLoading: boolean; noteLines: 1 | 2 }) =>
  isLoading ? (
    <Skeleton className={`${heights[noteLines]} w-24 max-w-full`} />
  ) : (
    <span className="text-sm font-medium">
      <Trans>Not available</Trans>
    </span>
  );
