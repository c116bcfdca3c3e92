import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { BundleTerms } from '#web/features/billing/checkout/bundle-price.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { WrittenPage } from './site-page.tsx';

/** The target of "Terms applied": the page of the owner, or until there is one the terms of each plan. */
export const Component = () =>
  useSite().sitePages.some(({ slug }) => slug === 'terms') ? <WrittenPage slug="terms" /> : <TermsOfPlans />;

function TermsOfPlans() {
  const { brandName, plans, ways } = useSite();
  const { t } = useLingui();
  const isOnline = ways.length === 0 || ways.includes('online');
  return (
    <div className="page py-10 lg:py-14">
      <PageHeading description={t`Prices, length of access and refunds at ${brandName}.`}>{t`Terms`}</PageHeading>
      {plans.map((plan) => (
        <section key={plan._id} aria-labelledby={`plan-${plan._id}`} className="mt-8">
          <h2 id={`plan-${plan._id}`} className="text-section">
            {plan.name}
          </h2>
          <BundleTerms plan={plan} isOnline={isOnline} className="measure text-muted mt-4" />
        </section>
      ))}
      {plans.length === 0 && <p className="mt-8 text-muted">{t`Nothing is sold at the moment.`}</p>}
      <p className="measure mt-8">
        <Trans>
          Do you have a question?{' '}
          <Link to={pathTo('contact')} className="link">
            Contact Us
          </Link>
        </Trans>
      </p>
    </div>
  );
}
