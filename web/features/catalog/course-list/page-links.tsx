import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#contract/format.ts';
import { type CourseFilter, COURSES_PER_PAGE, withFilter } from './use-course-filter.ts';

/** The first, the last, and those around the current page; 0 stands for the pages between. */
export const pagesToShow = (page: number, pageCount: number): number[] => {
  const near = page <= 3 ? [1, 2, 3, 4] : page >= pageCount - 2 ? [-3, -2, -1, 0].map((back) => pageCount + back) : [];
  const shown = new Set(
    [1, ...near, page - 1, page, page + 1, pageCount].filter((one) => one >= 1 && one <= pageCount),
  );
  return [...shown]
    .toSorted((a, b) => a - b)
    .flatMap((one, index, all) => {
      const before = all[index - 1] ?? 0;
      if (one - before === 2) return [before + 1, one];
      return one - before > 2 ? [0, one] : [one];
    });
};

interface StepProps {
  to: string | undefined;
  rel: 'prev' | 'next';
  children: ReactNode;
}

const Step = ({ to, rel, children }: StepProps) =>
  to === undefined ? (
    <span className="btn btn-disabled" aria-disabled="true">
      {children}
    </span>
  ) : (
    <Link to={to} rel={rel} className="btn btn-quiet" preventScrollReset>
      {children}
    </Link>
  );

interface PageLinksProps {
  filter: CourseFilter;
  total: number;
}

export function PageLinks({ filter, total }: PageLinksProps) {
  const { t } = useLingui();
  const { page } = filter;
  const pageCount = Math.ceil(total / COURSES_PER_PAGE);
  if (pageCount < 2) return null;
  const first = (page - 1) * COURSES_PER_PAGE + 1;
  const toPage = (other: number): string | undefined =>
    other < 1 || other > pageCount ? undefined : withFilter(filter, { page: other });
  return (
    <nav aria-label={t`Pages`} className="mt-10 flex flex-wrap items-center justify-between gap-4">
      <p className="num text-sm text-muted">
        <Trans>
          {{ first: formatCount(first) }} to {{ last: formatCount(Math.min(total, page * COURSES_PER_PAGE)) }} of{' '}
          {{ total: formatCount(total) }} courses
        </Trans>
      </p>
      <div className="flex flex-wrap items-center gap-1">
        <Step to={toPage(page - 1)} rel="prev">
          <ArrowLeft size={16} aria-hidden="true" />
          <Trans>Previous</Trans>
        </Step>
        <ul className="mx-2 flex items-center gap-1 max-sm:hidden">
          {pagesToShow(page, pageCount).map((one, index) => (
            <li key={one === 0 ? -index : one} className="num">
              {one === 0 ? (
                <span className="inline-block w-11 text-center text-muted">…</span>
              ) : (
                <Link
                  to={withFilter(filter, { page: one })}
                  className="grid place-items-center min-w-11 h-11 text-(length:--text-sm) font-semibold rounded-field hover:bg-base-300 aria-[current=page]:text-primary-content aria-[current=page]:bg-primary"
                  aria-label={t`Page ${one}`}
                  aria-current={one === page ? 'page' : undefined}
                  preventScrollReset
                >
                  {one}
                </Link>
              )}
            </li>
          ))}
        </ul>
        <span className="num mx-2 text-sm sm:hidden">
          <Trans>
            {page} of {pageCount}
          </Trans>
        </span>
        <Step to={toPage(page + 1)} rel="next">
          <Trans>Next</Trans>
          <ArrowRight size={16} aria-hidden="true" />
        </Step>
      </div>
    </nav>
  );
}
