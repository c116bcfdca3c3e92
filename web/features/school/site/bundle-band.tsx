import { Plural, Trans } from '@lingui/react/macro';
import type { Plan } from '#contract/billing/plans.ts';
import { useTermWords } from '#web/ui/language/term-words.ts';
import { firstBundle, Price, TermsLink } from '#web/features/billing/plan-terms.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';

function Offer({ plan: { isRenewing, term, refundDays } }: { plan: Plan }) {
  const span = useTermWords().span(term);
  return (
    <>
      {isRenewing ? (
        <Trans>Subscribe and watch any lecture {span}.</Trans>
      ) : (
        <Trans>Buy it once and watch any lecture {span}.</Trans>
      )}
      {refundDays > 0 && ' '}
      {refundDays > 0 && (
        <Plural
          value={refundDays}
          one="If it is not for you, cancel within # day of purchase and get a 100% refund."
          other="If it is not for you, cancel within # days of purchase and get a 100% refund."
        />
      )}
    </>
  );
}

/** What the bundle costs, and the way to it; nothing where none is sold. */
export function BundleBand() {
  const plan = firstBundle(useSite().plans);
  if (!plan) return null;
  return (
    <section className="page pb-14 lg:pb-20" aria-labelledby="bundle">
      <div className="rounded-box bg-neutral text-neutral-content flex flex-col gap-6 p-6 sm:p-10 lg:flex-row lg:items-center lg:justify-between lg:p-14">
        <div className="max-w-[38rem]">
          <h2 id="bundle" className="text-section">
            <Trans>One bundle, the whole library</Trans>
          </h2>
          <p className="text-neutral-muted mt-3">
            <Offer plan={plan} />{' '}
            <TermsLink>
              <Trans>Terms applied.</Trans>
            </TermsLink>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-6">
          <Price className="text-6xl" />
          <LinkButton to={pathTo('checkout')} tone="buy" size="large">
            <Trans>Subscribe</Trans>
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
