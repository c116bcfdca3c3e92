import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { messages } from '#contract/messages.ts';
import { sitePageQuery } from '#web/api/school-queries.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { PageSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { WrittenIn } from '#web/ui/language/written-in.tsx';
import { useLocale } from '#web/ui/language/language.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { formatDay } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';

const MissingFrame = ({ children }: { children: ReactNode }) => (
  <div className="page space-y-6 py-10">
    <PageHeading>
      <Trans>Page Not Found</Trans>
    </PageHeading>
    {children}
  </div>
);

/** A page that the owner wrote, as it is published. */
export function WrittenPage({ slug }: { slug: string }) {
  const { timeZone, brandName } = useSite();
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <QueryBoundary
      query={useQuery(sitePageQuery(slug))}
      skeleton={<PageSkeleton />}
      failure={messages.sitePages.failure}
      frame={MissingFrame}
      notFound={{ action: <LinkButton to={pathTo('home')}>{t`Go to the home page`}</LinkButton> }}
    >
      {({ sitePage: { title, content, version, publishedAt, language } }) => (
        <article className="page py-10 lg:py-14">
          <PageHeading description={t`${title} of ${brandName}.`}>{title}</PageHeading>
          <p className="meta mt-2">
            <Trans>
              Version {version}, from {{ day: formatDay(publishedAt, timeZone, locale) }}
            </Trans>
          </p>
          {language !== null && <WrittenIn language={language} />}
          <div lang={language ?? undefined}>
            <RichText blocks={content} heading="h2" className="measure mt-6" />
          </div>
        </article>
      )}
    </QueryBoundary>
  );
}

export function Component() {
  const { pathname } = useLocation();
  return <WrittenPage slug={pathname.split('/').filter(Boolean).at(-1)?.toLowerCase() ?? ''} />;
}
