import { useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { formatMoney } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import { newcomer } from '#web/app/session/guard.tsx';
import { rememberWantedCourse } from '#web/features/billing/wanted-course.ts';
import { firstChoice, opensEverything } from '#web/features/billing/plan-terms.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import type { Offer } from './course-offer.tsx';

/** The other plans; each leads to its own checkout. */
export function OtherPlans({ courseId, plans }: { courseId: string; plans: Offer['plans'] }) {
  const { currencySymbol } = useSite();
  const { t } = useLingui();
  const bundles = plans.filter(opensEverything);
  const others = bundles.filter((plan) => plan !== firstChoice(bundles));
  if (others.length === 0) return null;
  return (
    <ul aria-label={t`Other plans`} className="border-line mt-5 border-t pt-3 text-sm">
      {others.map(({ _id, name, priceInPaise }) => (
        <li key={_id}>
          <Link
            to={pathTo('checkout', { plan: _id })}
            state={newcomer}
            onClick={() => rememberWantedCourse(courseId)}
            className="flex min-h-11 items-center justify-between gap-4 hover:underline"
          >
            <span className="min-w-0 text-muted wrap-anywhere">
              {name} {formatMoney(priceInPaise, currencySymbol)}
            </span>
            <ChevronRight size={16} className="shrink-0" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
