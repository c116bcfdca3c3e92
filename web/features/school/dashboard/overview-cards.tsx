import type { UseQueryResult } from '@tanstack/react-query';
import { countOf, formatCount, formatMoney } from '#contract/format.ts';
import { Amount } from '#web/features/billing/plan-terms.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { FigureCard } from './figure-cards.tsx';
import { monthName, shareOf, spanInWords } from './figures.ts';
import type { OverviewFigures } from './report-queries.ts';

/** "18% more than 1–28 October". */
const comparedWith = (own: number, { inPaise, from, to }: NonNullable<OverviewFigures['before']>): string => {
  const percent = inPaise <= 0 ? 0 : Math.round(((own - inPaise) / inPaise) * 100);
  const words = percent === 0 ? 'as much as' : `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than`;
  return `${words} ${spanInWords(from, to)}`;
};

interface CardProps {
  overview: UseQueryResult<OverviewFigures>;
}

/** Four figures, counted at the same time. */
export const OverviewCards = ({ overview }: CardProps) => (
  <dl className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
    <RevenueCard overview={overview} />
    <SalesCard overview={overview} />
    <PeopleCards overview={overview} />
  </dl>
);

/** Two lines below a figure. */
const Notes = ({ notes }: { notes: readonly (string | undefined)[] }) => (
  <>
    {notes
      .filter((note) => note !== undefined)
      .map((note) => (
        <span key={note} className="block">
          {note}
        </span>
      ))}
  </>
);

function RevenueCard({ overview }: CardProps) {
  const { currencySymbol } = useSite();
  const { data } = overview;
  const { revenue, before, to = '', today } = data ?? {};
  return (
    <FigureCard
      label={to === today || data === undefined ? 'Revenue this month' : `Revenue in ${monthName(to.slice(0, 7))}`}
      source={overview}
      figure={revenue && <Amount paise={revenue.inPaise} />}
      note={
        revenue && (
          <Notes
            notes={[
              before ? comparedWith(revenue.inPaise, before) : undefined,
              revenue.returnedInPaise > 0
                ? `After ${formatMoney(revenue.returnedInPaise, currencySymbol)} of refunds, before fees`
                : 'No refunds, before fees',
            ]}
          />
        )
      }
      noteLines={2}
    />
  );
}

function SalesCard({ overview }: CardProps) {
  const { revenue, before, sold } = overview.data ?? {};
  const first = sold?.find(({ sales }) => sales > 0);
  return (
    <FigureCard
      label="Sales"
      source={overview}
      figure={revenue && formatCount(revenue.sales)}
      note={
        revenue && (
          <Notes
            notes={[
              before ? `${formatCount(before.sales)} in ${spanInWords(before.from, before.to)}` : undefined,
              revenue.refunded > 0
                ? `${formatCount(revenue.refunded)} of them refunded`
                : (first?.name ?? 'Nothing sold yet'),
            ]}
          />
        )
      }
      noteLines={2}
    />
  );
}

function PeopleCards({ overview }: CardProps) {
  const { data } = overview;
  return (
    <>
      <FigureCard
        label="Learners with access"
        source={overview}
        figure={data && formatCount(data.withAccess)}
        note={data && <Notes notes={[`of ${countOf(data.accounts, 'account')}`, 'Admins are not counted']} />}
        noteLines={2}
      />
      <FigureCard
        label="Active this week"
        source={overview}
        figure={data && formatCount(data.activeThisWeek)}
        note={
          data && (
            <Notes
              notes={[`${shareOf(data.activeThisWeek, data.withAccess)} of those with access`, 'Learned since Monday']}
            />
          )
        }
        noteLines={2}
      />
    </>
  );
}
