import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FirstSteps } from '#contract/catalog/first-steps.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Amount, firstChoice } from '#web/features/billing/plan-terms.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Book } from '#web/ui/covers/cover.tsx';
import { useTermWords } from '#web/ui/language/term-words.ts';
import { BrandMark, useSite } from '#web/ui/page/site.tsx';

/** The home page in miniature, with the draft of the first course. */
export function SchoolPreview({ course }: Pick<FirstSteps, 'course'>) {
  const { brandName, tagline, heroText } = useSite();
  return (
    <section aria-labelledby="so-far">
      <div className="mb-2 flex items-center justify-between">
        <h2 id="so-far" className="text-title">
          <Trans>Your school so far</Trans>
        </h2>
        <LinkButton tone="ghost" size="small" to={pathTo('home')}>
          <Trans>Open</Trans>
        </LinkButton>
      </div>
      <div className="surface overflow-hidden" aria-hidden="true">
        <p className="flex items-center gap-2.5 border-b border-line px-4 py-3">
          <BrandMark />
          <span className="font-display pt-1 text-title leading-tight font-semibold wrap-anywhere">{brandName}</span>
        </p>
        <div className="bg-base-200 px-4 pt-4">
          <p className="font-display text-section leading-tight font-medium">{tagline}</p>
          <p className="mt-1 text-sm text-muted">{heroText}</p>
          <div className="mt-4 flex h-36 items-end gap-2">
            {course ? (
              <Book title={course.title} src={course.thumbnail.secure_url} className="h-full w-2/5 text-sm" />
            ) : (
              <Gap className="h-full w-2/5" />
            )}
            <Gap className="h-3/4 w-1/4" />
            <Gap className="h-3/5 w-1/4" />
          </div>
        </div>
        <div className="ledge rounded-none" />
        <Terms />
        {course?.isDraft === true && (
          <p className="meta border-t border-line px-4 py-3">
            <Trans>Your course is a draft: only you see it.</Trans>
          </p>
        )}
      </div>
    </section>
  );
}

const Gap = ({ className }: { className: string }) => (
  <span className={`border border-b-0 border-dashed border-line-strong ${className}`} />
);

function Terms() {
  const { t } = useLingui();
  const { label, length } = useTermWords();
  const plan = firstChoice(useSite().plans);
  if (!plan) return null;
  const { priceInPaise, term, refundDays } = plan;
  return (
    <ul className="divide-y divide-line px-4 text-sm">
      <Term fact={<Amount paise={priceInPaise} />}>
        {plan.isRenewing ? t`each term, all courses` : t`one payment, all courses`}
      </Term>
      <Term fact={label(term)}>
        <Trans>of access to every lecture</Trans>
      </Term>
      {refundDays > 0 && (
        <Term fact={length({ unit: 'day', count: refundDays })}>
          <Trans>to cancel with a 100% refund</Trans>
        </Term>
      )}
    </ul>
  );
}

const Term = ({ fact, children }: { fact: ReactNode; children: ReactNode }) => (
  <li className="flex items-baseline gap-4 py-2.5">
    <span className="font-display w-16 shrink-0 text-title font-medium whitespace-nowrap">{fact}</span>
    <span className="text-muted">{children}</span>
  </li>
);
