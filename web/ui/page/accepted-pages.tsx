import { Trans } from '@lingui/react/macro';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { writtenPath } from '#contract/pages.ts';
import type { SitePageLink } from '#contract/school/site-pages.ts';
import { useSite } from './site.tsx';

/** Links in a sentence: "Terms, Privacy and Refunds". */
export const PageLinks = ({ pages }: { pages: readonly Pick<SitePageLink, 'slug' | 'title'>[] }) =>
  pages.map(({ slug, title }, index) => (
    <Fragment key={slug}>
      {index > 0 &&
        (index < pages.length - 1 ? (
          ', '
        ) : (
          <>
            {' '}
            <Trans>and</Trans>{' '}
          </>
        ))}
      <Link to={writtenPath(slug)} className="underline underline-offset-3">
        {title}
      </Link>
    </Fragment>
  ));

interface AcceptedPagesProps {
  slugs: readonly string[];
  /** How the sentence begins. */
  lead: string;
  className?: string;
}

/** The pages of the school that the next step accepts, once they are published. */
export function AcceptedPages({ slugs, lead, className }: AcceptedPagesProps) {
  const pages = useSite().sitePages.filter(({ slug }) => slugs.includes(slug));
  if (pages.length === 0) return null;
  return (
    <p className={className}>
      {lead} <PageLinks pages={pages} />.
    </p>
  );
}
