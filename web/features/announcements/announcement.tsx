import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { FormSkeleton, LoadingNote, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { announcementQuery, NEW, useAnnouncementPaths } from './announcement-queries.ts';
import { AnnouncementEditor } from './editor.tsx';
import { SendingProgress } from './sending-progress.tsx';

const Frame = ({ heading, children }: { heading: string; children: ReactNode }) => {
  const { list } = useAnnouncementPaths();
  return (
    <AdminPage
      heading={heading}
      back={
        <BackLink to={list}>
          <Trans>Announcements</Trans>
        </BackLink>
      }
    >
      <div className="mt-6">{children}</div>
    </AdminPage>
  );
};

function Known({ announcementId }: { announcementId: string }) {
  const { t } = useLingui();
  const { list } = useAnnouncementPaths();
  const query = useQuery(announcementQuery(announcementId));
  return (
    <Frame heading={query.data?.announcement.title ?? t`Announcement`}>
      <QueryBoundary
        query={query}
        skeleton={
          <>
            <LoadingNote>
              <Trans>Loading the announcement</Trans>
            </LoadingNote>
            <FormSkeleton />
          </>
        }
        failure={messages.announcements.oneFailed}
        notFound={{
          action: (
            <LinkButton to={list}>
              <Trans>All announcements</Trans>
            </LinkButton>
          ),
        }}
      >
        {({ announcement }) =>
          announcement.isEditable ? (
            <AnnouncementEditor announcement={announcement} />
          ) : (
            <SendingProgress announcement={announcement} />
          )
        }
      </QueryBoundary>
    </Frame>
  );
}

/** One announcement: a draft, one that is being sent or was sent, or a new one. */
export function Component() {
  const { t } = useLingui();
  const { announcementId = NEW } = useParams();
  if (announcementId !== NEW) return <Known key={announcementId} announcementId={announcementId} />;
  return (
    <Frame heading={t`New announcement`}>
      <AnnouncementEditor announcement={undefined} />
    </Frame>
  );
}
