import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays } from 'lucide-react';
import { Link } from 'react-router';
import type { Plan } from '#contract/billing/plans.ts';
import { pathTo } from '#web/app/path-to.ts';
import type { OrderedBatch } from '#web/features/billing/checkout/use-ordered-batch.ts';
import { daysOf, keptWords, patternOf } from './batch-words.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** The batch of an order, at the checkout. */
export default function ChosenBatch({ ordered, plan }: { ordered: OrderedBatch; plan: Plan }) {
  const { batch, isGone, courseId } = ordered;
  const { t } = useLingui();
  const language = useLanguage();
  const pattern = batch && patternOf(batch, language);
  return (
    <section aria-label={t`Your batch`} className="checkout-part mb-6">
      <div className="flex gap-3 rounded-box border border-line p-4">
        <CalendarDays size={20} className="mt-0.5 shrink-0 text-muted" aria-hidden="true" />
        <div className="min-w-0 text-sm wrap-anywhere">
          {batch && <p className="text-base font-semibold">{daysOf(batch, language)}</p>}
          {pattern !== undefined && <p className="text-muted">{pattern}</p>}
          {batch && !isGone && (
            <>
              <p className="mt-2">{keptWords(batch, plan, language)}</p>
              <p className="mt-2 text-muted">
                <Trans>Your place is held for 15 minutes once you press the button.</Trans>
              </p>
            </>
          )}
          {isGone && (
            <output className="block font-medium text-error">
              {batch ? <Trans>This batch is full.</Trans> : <Trans>Nobody can join this batch any more.</Trans>}{' '}
              {courseId !== undefined && (
                <Link to={pathTo('course', { course: courseId })} className="underline underline-offset-3">
                  <Trans>Choose another batch</Trans>
                </Link>
              )}
            </output>
          )}
        </div>
      </div>
    </section>
  );
}
