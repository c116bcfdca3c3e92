import { CalendarDays } from 'lucide-react';
import { Link } from 'react-router';
import type { Plan } from '#contract/billing/plans.ts';
import { pathTo } from '#web/app/path-to.ts';
import type { OrderedBatch } from '#web/features/billing/checkout/use-ordered-batch.ts';
import { daysOf, keptWords, patternOf } from './batch-words.ts';

/** The batch of an order, at the checkout. */
export default function ChosenBatch({ ordered, plan }: { ordered: OrderedBatch; plan: Plan }) {
  const { batch, isGone, courseId } = ordered;
  const pattern = batch && patternOf(batch);
  return (
    <section aria-label="Your batch" className="checkout-part mb-6">
      <div className="flex gap-3 rounded-box border border-line p-4">
        <CalendarDays size={20} className="mt-0.5 shrink-0 text-muted" aria-hidden="true" />
        <div className="min-w-0 text-sm wrap-anywhere">
          {batch && <p className="text-base font-semibold">{daysOf(batch)}</p>}
          {pattern !== undefined && <p className="text-muted">{pattern}</p>}
          {batch && !isGone && (
            <>
              <p className="mt-2">{keptWords(batch, plan)}</p>
              <p className="mt-2 text-muted">Your place is held for 15 minutes once you press the button.</p>
            </>
          )}
          {isGone && (
            <output className="block font-medium text-error">
              {batch ? 'This batch is full.' : 'Nobody can join this batch any more.'}{' '}
              {courseId !== undefined && (
                <Link to={pathTo('course', { course: courseId })} className="underline underline-offset-3">
                  Choose another batch
                </Link>
              )}
            </output>
          )}
        </div>
      </div>
    </section>
  );
}
