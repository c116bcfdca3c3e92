import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { formatCount, formatMoney } from '#contract/format.ts';
import { Amount } from '#web/features/billing/plan-terms.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { FigureCard } from './figure-cards.tsx';
import { monthName, shareOf, spanInWords } from './figures.ts';
import type { OverviewFigures } from './report-queries.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

/** "18% more than 1–28 October". */
const comparedWith = (
  own: number,
  { inPaise, from, to }: NonNullable<OverviewFigures['before']>,
  language: Language,
): string | undefined => {
  // Nothing is a share of nothing, or of more that went back than came in.
  if (inPaise <= 0) return undefined;
  const percent = Math.round(((own - inPaise) / inPaise) * 100);
  const days = spanInWords(from, to, language);
  if (percent === 0) return language._(msg`as much as ${days}`);
  return percent > 0
    ? language._(msg`${percent}% more than ${days}`)
    : language._(msg`${{ percent: -percent }}% less than ${days}`);
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
  const locale = useLocale();
  const { t } = useLingui();
  const language = useLanguage();
  const { currencySymbol } = useSite();
  const { data } = overview;
  const { revenue, before, to = '', today } = data ?? {};
  return (
    <FigureCard
      label={
        to === today || data === undefined ? t`Revenue this month` : t`Revenue in ${monthName(to.slice(0, 7), locale)}`
      }
      source={overview}
      figure={revenue && <Amount paise={revenue.inPaise} />}
      note={
        revenue && (
          <Notes
            notes={[
              before ? comparedWith(revenue.inPaise, before, language) : undefined,
              revenue.returnedInPaise > 0
                ? t`After ${formatMoney(revenue.returnedInPaise, currencySymbol)} of refunds, before fees`
                : t`No refunds, before fees`,
            ]}
          />
        )
      }
      noteLines={2}
    />
  );
}

function SalesCard({ overview }: CardProps) {
  const language = useLanguage();
  const { t } = useLingui();
  const { revenue, before, sold } = overview.data ?? {};
  const first = sold?.find(({ sales }) => sales > 0);
  return (
    <FigureCard
      label={t`Sales`}
      source={overview}
      figure={revenue && formatCount(revenue.sales)}
      note={
        revenue && (
          <Notes
            notes={[
              before ? t`${formatCount(before.sales)} in ${spanInWords(before.from, before.to, language)}` : undefined,
              revenue.refunded > 0
                ? t`${formatCount(revenue.refunded)} of them refunded`
                : (first?.name ?? t`Nothing sold yet`),
            ]}
          />
        )
      }
      noteLines={2}
    />
  );
}

function PeopleCards({ overview }: CardProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { data } = overview;
  return (
    <>
      <FigureCard
        label={t`Learners with access`}
        source={overview}
        figure={data && formatCount(data.withAccess)}
        note={
          data && (
            <Notes
              notes={[
                t`of ${plural(data.accounts, { one: '# account', other: '# accounts' })}`,
                t`Admins are not counted`,
              ]}
            />
          )
        }
        noteLines={2}
      />
      <FigureCard
        label={t`Active this week`}
        source={overview}
        figure={data && formatCount(data.activeThisWeek)}
        note={
          data && (
            <Notes
              notes={[
                t`${shareOf(data.activeThisWeek, data.withAccess, language)} of those with access`,
                t`Learned since Monday`,
              ]}
            />
          )
        }
        noteLines={2}
      />
    </>
  );
}
