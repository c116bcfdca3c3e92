import { Trans } from '@lingui/react/macro';
import { ListVideo } from 'lucide-react';
import type { Course } from '#contract/catalog/catalog.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import OwnCertificate from './own-certificate.tsx';

/** What a course that is not finished demands for its certificate, or for its renewal. */
export default function OwnCertificatePage({ course: { _id: course, title } }: { course: Course }) {
  return (
    <div className="page py-4 lg:pt-6 lg:pb-14">
      <BackLink to={pathTo('course', { course })}>{title}</BackLink>
      <PageHeading className="mt-4 text-page wrap-anywhere">
        <Trans>Certificate of {title}</Trans>
      </PageHeading>
      <OwnCertificate courseId={course} />
      <LinkButton to={pathTo('classroom', { course })} tone="quiet" className="mt-8 max-sm:w-full">
        <ListVideo size={16} aria-hidden="true" />
        <Trans>All lectures</Trans>
      </LinkButton>
    </div>
  );
}
