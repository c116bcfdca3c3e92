import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { QueryBoundary, ReadingSkeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useLocale } from '#web/ui/language/language.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { formatDay } from '#contract/format.ts';
import { announcementToReadQuery } from './announcement-queries.ts';

/** An announcement as those who got it read it. */
export function Component() {
  const { announcementId = '' } = useParams();
  const { timeZone } = useSite();
  const { t } = useLingui();
  const locale = useLocale();
  const query = useQuery(announcementToReadQuery(announcementId));
  return (
    <div className="page max-w-3xl py-8 lg:py-14">
      <BackLink to={pathTo('notices')}>{t`Notices`}</BackLink>
      <PageHeading>{query.data?.announcement.title ?? t`Announcement`}</PageHeading>
      <QueryBoundary
        query={query}
        skeleton={<ReadingSkeleton note={t`Loading the announcement`} className="mt-4" />}
        failure={messages.announcements.oneFailed}
        notFound={{ action: <LinkButton to={pathTo('notices')}>{t`All notices`}</LinkButton> }}
        messageClass="mt-6"
      >
        {({ announcement: { author, course, sentAt, content } }) => (
          <>
            <p className="mt-2 text-muted wrap-anywhere">
              {author}
              {course && (
                <>
                  {', '}
                  <Link to={pathTo('course', { course: course._id })} className="link">
                    {course.title}
                  </Link>
                </>
              )}
              {sentAt !== null && ` · ${formatDay(sentAt, timeZone, locale)}`}
            </p>
            <div className="surface mt-6 p-5 sm:p-8" dir="auto">
              <RichText blocks={content} heading="h2" />
            </div>
          </>
        )}
      </QueryBoundary>
    </div>
  );
}
