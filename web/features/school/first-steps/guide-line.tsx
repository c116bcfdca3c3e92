import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { FirstSteps } from '#contract/catalog/first-steps.ts';
import { pathTo } from '#web/app/path-to.ts';
import { titles } from './step-details.ts';

/** The line of a step. */
export const STEP = 'flex min-h-14 items-center gap-4 px-5 py-2.5';

export const countDone = ({ steps }: FirstSteps): number => steps.filter(({ isDone }) => isDone).length;

export const minutesLeftOf = ({ steps }: FirstSteps): number =>
  steps.reduce((sum, { minutesLeft }) => sum + minutesLeft, 0);

/** Once something was sold: how many steps are done, until all are. They are under Settings. */
export function GuideLine({ guide }: { guide: FirstSteps }) {
  const { t } = useLingui();
  const next = guide.steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  return (
    <Link to={pathTo('firstSteps')} className={`surface ${STEP} mt-5 hover:bg-primary/5`}>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
        <span className="font-semibold">
          <Trans>First steps</Trans>
        </span>
        <span className="meta num">
          <Trans>
            {countDone(guide)} of {guide.steps.length} done
          </Trans>
        </span>
        <span className="text-sm max-sm:w-full sm:ms-auto">
          <Trans>Next: {{ title: t(titles[next.name]) }}</Trans>
        </span>
      </span>
      <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden="true" />
    </Link>
  );
}
