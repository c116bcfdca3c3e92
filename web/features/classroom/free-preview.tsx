import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { messages } from '#contract/messages.ts';
import { courseDescriptionQuery } from '#web/api/course-queries.ts';
import { freeLectureQuery } from '#web/api/lecture-queries.ts';
import { CheckoutLink } from '#web/features/billing/checkout-link.tsx';
import { cheapestFor, firstBundle } from '#web/features/billing/plan-terms.tsx';
import { useIsOpen } from '#web/features/billing/rights.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { formatMoney } from '#contract/format.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { LoadingNote, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useCourseId } from '#web/app/session/guard.tsx';
import { AttachmentList, ChapterList } from './chapters-and-attachments.tsx';
import { LectureStage } from './lecture-stage.tsx';

interface PreviewProps {
  courseId: string;
  lecture: Lecture;
}

const Words = ({ title, description }: { title: string; description: string | null }) => (
  <div className="measure min-w-0 flex-1 basis-72">
    <p className="meta">
      <Trans>Free preview</Trans>
    </p>
    <PageHeading className="text-section">{title}</PageHeading>
    <p className="mt-2 whitespace-pre-line text-muted">{description}</p>
  </div>
);

/** The lecture before its video, whose address is for this visit alone. */
function Waiting({ courseId, lectureId }: { courseId: string; lectureId: string }) {
  const { data } = useQuery(courseDescriptionQuery(courseId));
  const lecture = data?.course.lectures.find(({ _id }) => _id === lectureId);
  return (
    <>
      <div className="-mx-5 mt-3 sm:mx-0">
        <LoadingNote />
        <Skeleton className="needs-script aspect-video w-full" />
        <noscript>
          <p className="px-5 font-medium sm:px-0">
            <Trans>Please switch on JavaScript to watch this lecture.</Trans>
          </p>
        </noscript>
      </div>
      <div className="mt-6">
        {lecture?.isFreePreview === true ? (
          <Words {...lecture} />
        ) : (
          <PageHeading className="text-section">
            <Trans>Free preview</Trans>
          </PageHeading>
        )}
      </div>
    </>
  );
}

/** To the plan that opens this course for the least. */
function CheapestWay({ courseId }: { courseId: string }) {
  const { t } = useLingui();
  const { plans, currencySymbol } = useSite();
  const alone = cheapestFor(plans, courseId);
  const bundle = firstBundle(plans);
  if (!alone || (bundle && bundle.priceInPaise < alone.priceInPaise))
    return (
      <CheckoutLink courseId={courseId}>
        <Trans>Subscribe</Trans>
      </CheckoutLink>
    );
  return (
    <CheckoutLink courseId={courseId} planId={alone._id}>
      {alone.priceInPaise === 0
        ? t`Free with an account`
        : t`Buy this course for ${{ price: formatMoney(alone.priceInPaise, currencySymbol) }}`}
    </CheckoutLink>
  );
}

function Preview({ courseId, lecture }: PreviewProps) {
  const isOpen = useIsOpen(courseId);
  const [player, setPlayer] = useState<PlayerHandle | null>(null);
  const queryClient = useQueryClient();
  const reload = async () => (await queryClient.fetchQuery(freeLectureQuery(courseId, lecture._id))).lecture;
  return (
    <>
      <div className="-mx-5 mt-3 sm:mx-0">
        <LectureStage
          lecture={lecture}
          renewLecture={reload}
          startsPlaying={false}
          onReady={setPlayer}
          reload={reload}
        />
      </div>
      <div className="mt-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <Words {...lecture} />
        {isOpen ? (
          <LinkButton to={pathTo('classroom', { course: courseId })} size="large">
            <Trans>Watch all lectures</Trans>
          </LinkButton>
        ) : (
          <CheapestWay courseId={courseId} />
        )}
      </div>
      <ChapterList player={player} chapters={lecture.chapters} heading="h2" />
      <AttachmentList lecture={lecture} reload={reload} heading="h2" />
    </>
  );
}

const PreviewFrame = ({ children }: { children: ReactNode }) => (
  <>
    <PageHeading className="text-section">
      <Trans>Free preview</Trans>
    </PageHeading>
    <div className="mt-6">{children}</div>
  </>
);

export function Component() {
  const { t } = useLingui();
  const courseId = useCourseId();
  const [search] = useSearchParams();
  const lectureId = search.get('lecture');
  const query = useQuery({ ...freeLectureQuery(courseId, lectureId ?? ''), enabled: lectureId !== null });
  if (lectureId === null) return <Navigate to={pathTo('course', { course: courseId })} replace />;
  return (
    <div className="page max-w-5xl py-6 lg:py-8">
      <BackLink to={pathTo('course', { course: courseId })}>
        <Trans>About the course</Trans>
      </BackLink>
      <QueryBoundary
        query={query}
        skeleton={<Waiting courseId={courseId} lectureId={lectureId} />}
        failure={messages.courses.broken}
        notFound={{
          action: (
            <LinkButton to={pathTo('courses')}>
              <Trans>See all courses</Trans>
            </LinkButton>
          ),
          message: t`This lecture is not a free preview, or it no longer exists.`,
        }}
        frame={PreviewFrame}
      >
        {({ lecture }) => <Preview courseId={courseId} lecture={lecture} />}
      </QueryBoundary>
    </div>
  );
}
