import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { Lecture } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { freeLectureQuery } from '#web/api/authoring-queries.ts';
import { LinkButton } from '#web/components/button.tsx';
import { LecturePlayer, type PlayerHandle } from '#web/components/lecture-player/lecture-player.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { LoadingNote, Skeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
import { ChapterList } from '#web/pages/lectures/chapter-list.tsx';
import { chaptersOf, sourceOf } from '#web/pages/lectures/lecture-source.ts';
import { VideoState } from '#web/pages/lectures/video-state.tsx';
import { useCourseId } from '#web/session/guard.tsx';
import { mayWatch, useSession } from '#web/session/use-session.ts';

const BackToCourse = ({ courseId }: { courseId: string }) => (
  <Link
    to={`/courses/description?course=${courseId}`}
    className="inline-flex min-h-11 items-center gap-2 text-sm font-medium hover:underline"
  >
    <ArrowLeft size={16} aria-hidden="true" />
    About the course
  </Link>
);

interface PreviewProps {
  courseId: string;
  lecture: Lecture;
}

/** The lecture in the player of the classroom; what a visitor watches is noted nowhere. */
const Film = ({ courseId, lecture, onReady }: PreviewProps & { onReady: (player: PlayerHandle | null) => void }) => {
  const queryClient = useQueryClient();
  const chapters = useMemo(() => chaptersOf(lecture), [lecture]);
  if (!lecture.isPlayable) return <VideoState lecture={lecture} />;
  return (
    <LecturePlayer
      lectureId={lecture._id}
      title={lecture.title}
      source={sourceOf(lecture)}
      durationMs={lecture.durationMs}
      chapters={chapters}
      renewSource={async () =>
        sourceOf((await queryClient.fetchQuery(freeLectureQuery(courseId, lecture._id))).lecture)
      }
      startsPlaying={false}
      onReady={onReady}
    />
  );
};

function Preview({ courseId, lecture }: PreviewProps) {
  const isOpen = mayWatch(useSession());
  const [player, setPlayer] = useState<PlayerHandle | null>(null);
  const chapters = useMemo(() => chaptersOf(lecture), [lecture]);
  return (
    <>
      <div className="-mx-5 mt-3 sm:mx-0">
        <Film courseId={courseId} lecture={lecture} onReady={setPlayer} />
      </div>
      <div className="mt-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div className="measure min-w-0 flex-1 basis-72">
          <p className="meta">Free preview</p>
          <PageHeading className="text-section">{lecture.title}</PageHeading>
          <p className="mt-2 whitespace-pre-line text-muted">{lecture.description}</p>
        </div>
        {isOpen ? (
          <LinkButton to={`/course/displaylectures?course=${courseId}`} size="large">
            Watch all lectures
          </LinkButton>
        ) : (
          <LinkButton to="/checkout" tone="buy" size="large">
            Subscribe
          </LinkButton>
        )}
      </div>
      {chapters.length > 0 && <ChapterList player={player} chapters={chapters} heading="h2" />}
    </>
  );
}

/** One lecture that anyone may watch. */
export function Component() {
  const courseId = useCourseId();
  const [search] = useSearchParams();
  const lectureId = search.get('lecture');
  const query = useQuery({ ...freeLectureQuery(courseId, lectureId ?? ''), enabled: lectureId !== null });
  if (lectureId === null) return <Navigate to={`/courses/description?course=${courseId}`} replace />;
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <div className="page max-w-5xl py-6 lg:py-8">
      <BackToCourse courseId={courseId} />
      {query.data && !isGone && <Preview courseId={courseId} lecture={query.data.lecture} />}
      {(!query.data || isGone) && <PageHeading className="text-section">Free preview</PageHeading>}
      {query.isPending && (
        <div className="mt-3">
          <LoadingNote />
          <Skeleton className="aspect-video w-full" />
        </div>
      )}
      {query.isError && (isGone || !query.data) && (
        <div className="mt-6">
          {isGone ? (
            <EmptyState action={<LinkButton to="/courses">See all courses</LinkButton>}>
              This lecture is not free to watch, or it is gone.
            </EmptyState>
          ) : (
            <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
              {sentenceOf(query.error, messages.courses.broken)}
            </ErrorState>
          )}
        </div>
      )}
    </div>
  );
}
