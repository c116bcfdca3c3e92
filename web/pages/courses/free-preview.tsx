import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { Lecture } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { freeLectureQuery } from '#web/api/authoring-queries.ts';
import { LinkButton } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { LoadingNote, Skeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
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

/** Its address is its own, so that the browser's player plays it as it is. */
const Film = ({ lecture }: { lecture: Lecture }) => (
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- there are as many captions as the lecture has
  <video
    key={lecture._id}
    controls
    playsInline
    preload="metadata"
    poster={lecture.poster ?? undefined}
    src={lecture.lecture[0]?.secure_url}
    aria-label={lecture.title}
    className="-mx-5 aspect-video w-[calc(100%+2.5rem)] max-w-none bg-neutral sm:mx-0 sm:w-full sm:rounded-box"
  >
    {lecture.captions.map(({ language, label, address }) => (
      <track key={language} kind="captions" srcLang={language} label={label} src={address} />
    ))}
  </video>
);

function Preview({ courseId, lecture }: { courseId: string; lecture: Lecture }) {
  const isOpen = mayWatch(useSession());
  return (
    <>
      <div className="mt-3">
        <Film lecture={lecture} />
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
      {query.data && <Preview courseId={courseId} lecture={query.data.lecture} />}
      {!query.data && <PageHeading className="text-section">Free preview</PageHeading>}
      {query.isPending && (
        <div className="mt-3">
          <LoadingNote />
          <Skeleton className="aspect-video w-full" />
        </div>
      )}
      {query.isError && !query.data && (
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
