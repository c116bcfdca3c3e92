import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, TriangleAlert } from 'lucide-react';
import { doctorSummaryQuery } from '#web/api/school-queries.ts';
import { type AttentionItem, attentionQuery } from './report-queries.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { dateFormat, formatCount, formatMoney, listOf } from '#contract/format.ts';
import { Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useWriter } from '#web/ui/language/use-writer.ts';
import { attentionText } from '#contract/school/attention-texts.ts';
import { WORDS } from './attention-words.ts';
import { ReportPanel } from './chart.tsx';
import { useLocale } from '#web/ui/language/language.tsx';

const ONE_ROW = 'h-16';

/** The worst first, then the problems on the page System; how many there are in all is beside the title. */
export function AttentionPanel() {
  const { t } = useLingui();
  const report = useQuery(attentionQuery());
  const doctor = useQuery(doctorSummaryQuery());
  const { failing = 0, warning = 0 } = doctor.data ?? {};
  const total = (report.data?.total ?? 0) + (failing + warning > 0 ? 1 : 0);
  return (
    <ReportPanel
      title={t`Who waits`}
      query={report}
      height={ONE_ROW}
      aside={total > 0 && <span className="badge badge-outline border-line-strong num">{formatCount(total)}</span>}
    >
      {({ items }) =>
        doctor.isPending ? (
          <Skeleton className={`${ONE_ROW} w-full`} />
        ) : total === 0 ? (
          <p className="text-sm text-muted">
            <Trans>Nobody waits.</Trans>
          </p>
        ) : (
          <ul className="-mt-1 divide-y divide-line">
            {items.map((item) => (
              <Item key={item.kind} item={item} />
            ))}
            {failing + warning > 0 && <SystemItem failing={failing} warning={warning} />}
          </ul>
        )
      }
    </ReportPanel>
  );
}

function Item({ item }: { item: AttentionItem }) {
  const { t } = useLingui();
  const { kind, level, count, paymentId } = item;
  const { icon, verb, to } = WORDS[kind];
  const write = useWriter();
  return (
    <Row
      icon={icon}
      level={level}
      title={write(attentionText(kind, count))}
      detail={useDetail(item)}
      verb={t(verb)}
      to={paymentId === null ? to : pathTo('payment', { paymentId })}
    />
  );
}

const SystemItem = ({ failing, warning }: { failing: number; warning: number }) => {
  const { t } = useLingui();
  return (
    <Row
      icon={TriangleAlert}
      level={failing > 0 ? 'error' : 'warning'}
      title={[
        failing > 0 && t({ message: plural(failing, { one: '# check fails', other: '# checks fail' }) }),
        warning > 0 && t({ message: plural(warning, { one: '# warning', other: '# warnings' }) }),
      ]
        .filter(Boolean)
        .join(', ')}
      detail={t`System`}
      verb={t`Open`}
      to={pathTo('system')}
    />
  );
};

interface RowProps {
  icon: LucideIcon;
  level: AttentionItem['level'];
  title: string;
  detail: string;
  verb: string;
  to: string;
}

const Row = ({ icon: Icon, level, title, detail, verb, to }: RowProps) => (
  <li className="flex items-center gap-3 py-2.5">
    <span className="attention-icon" data-level={level}>
      <Icon size={16} aria-hidden="true" />
    </span>
    <div className="min-w-0 flex-1 text-sm leading-5">
      <p className="font-semibold">{title}</p>
      {detail && <p className="meta font-normal">{detail}</p>}
    </div>
    <LinkButton to={to} tone="quiet" className="report-action" aria-label={`${verb}: ${title}`}>
      {verb}
    </LinkButton>
  </li>
);

const shortDay = (instant: string, timeZone: string, locale: string): string =>
  dateFormat(locale, { day: 'numeric', month: 'short', timeZone }).format(new Date(instant));

/** "Asha Rao and 2 more, ₹998, since 19 Nov". */
function useDetail({ kind, people: waiting, names, amountInPaise, since }: AttentionItem): string {
  const { t } = useLingui();
  const locale = useLocale();
  const { currencySymbol, timeZone } = useSite();
  const day = since === null ? '' : shortDay(since, timeZone, locale);
  if (kind === 'backup') return since === null ? t`No backup has been verified yet` : t`It was verified on ${day}`;
  const amount = amountInPaise === null ? '' : formatMoney(amountInPaise, currencySymbol);
  const others = waiting - names.length;
  const people = names.length === 0 || others <= 0 ? names : [...names, t`${formatCount(others)} more`];
  return [listOf(people, locale), amount, day && t`since ${day}`].filter((part) => part !== '').join(', ');
}
