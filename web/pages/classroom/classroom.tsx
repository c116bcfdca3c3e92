import { ArrowRight, Pencil, Plus } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Course } from '#contract/catalog.ts';
import type { Lecture } from '#contract/lectures.ts';
import type { lecturesQuery } from '#web/api/course-queries.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LecturePlayer } from '#web/components/lecture-player/lecture-player.tsx';
import { pathTo } from '#web/paths.ts';
import { useSession } from '#web/session/use-session.ts';
import { ChapterList } from './chapter-list.tsx';
import { DoneToggle } from './done-toggle.tsx';
import { LectureList } from './lecture-list.tsx';
import { chaptersOf, sourceOf } from './lecture-source.ts';
import { usePlayback } from './use-playback.ts';
import { VideoState } from './video-state.tsx';

interface ClassroomProps {
  course: Course;
  lectures: readonly Lecture[];
  /** The query of the lectures. */
  query: ReturnType<typeof lecturesQuery>;
}

/** The selected lecture is part of the address, so that a reload keeps it; the default is the first. */
const useSelection = (lectures: readonly Lecture[]) => {
  const [search, setSearch] = useSearchParams();
  const [wasChosen, setWasChosen] = useState(false);
  const index = Math.max(
    0,
    lectures.findIndex(({ _id }) => _id === search.get('lecture')),
  );
  const select = (lecture: Lecture) => {
    setWasChosen(true);
    const next = new URLSearchParams(search);
    next.set('lecture', lecture._id);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return { index, select, wasChosen };
};

/**
 * After a lecture is chosen: scrolls to the player, and focuses the lecture's title, which screen readers then read.
 */
const useScrollToPlayer = (currentId: string | undefined) => {
  const playerRef = useRef<HTMLDivElement>(null);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const awaitedId = useRef<string>(undefined);
  const go = useCallback(() => {
    const isCalm = globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
    playerRef.current?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' });
    titleRef.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (currentId === undefined || awaitedId.current !== currentId) return;
    awaitedId.current = undefined;
    go();
  }, [currentId, go]);
  const goTo = (lectureId: string): void => {
    if (lectureId === currentId) go();
    else awaitedId.current = lectureId;
  };
  return { playerRef, titleRef, goTo };
};

const AddLecture = ({ courseId }: { courseId: string }) => (
  <LinkButton to={pathTo('addLecture', { course: courseId })} tone="quiet">
    <Plus size={16} aria-hidden="true" />
    Add new Lecture
  </LinkButton>
);

const Authoring = ({ courseId }: { courseId: string }) => (
  <div className="grid gap-2">
    <AddLecture courseId={courseId} />
    <LinkButton to={pathTo('editCourse', { course: courseId })} tone="ghost">
      <Pencil size={16} aria-hidden="true" />
      Edit course
    </LinkButton>
  </div>
);

const NoLectures = ({ course, isAdmin }: { course: Course; isAdmin: boolean }) => (
  <EmptyState
    action={
      isAdmin ? <AddLecture courseId={course._id} /> : <LinkButton to={pathTo('courses')}>See all courses</LinkButton>
    }
  >
    This course has no lectures yet.
  </EmptyState>
);

interface OpenLectureProps {
  lecture: Lecture;
  /** Starts at 1. */
  number: number;
  count: number;
  next: Lecture | undefined;
  query: ReturnType<typeof lecturesQuery>;
  startsPlaying: boolean;
  wide: { isOn: boolean; toggle: () => void };
  playerRef: RefObject<HTMLDivElement | null>;
  titleRef: RefObject<HTMLHeadingElement | null>;
  /** A lecture was chosen. */
  onOpen: (lecture: Lecture) => void;
  /** The next lecture starts automatically; the page does not scroll to it. */
  onSelect: (lecture: Lecture) => void;
}

const OpenLecture = ({ lecture, number, count, next, query, playerRef, titleRef, ...props }: OpenLectureProps) => {
  const { startsPlaying, wide, onOpen, onSelect } = props;
  const { player, onReady, renewSource, startSeconds, interruption, onProgress } = usePlayback(lecture, query);
  const chapters = useMemo(() => chaptersOf(lecture), [lecture]);
  return (
    <div className="min-w-0">
      <div ref={playerRef} className="-mx-5 scroll-my-3 sm:mx-0">
        {lecture.isPlayable ? (
          <LecturePlayer
            lectureId={lecture._id}
            title={lecture.title}
            source={sourceOf(lecture)}
            durationMs={lecture.durationMs}
            chapters={chapters}
            renewSource={renewSource}
            startsPlaying={startsPlaying}
            startSeconds={startSeconds}
            next={next && { title: next.title, play: () => onSelect(next) }}
            wide={wide}
            interruption={interruption}
            onReady={onReady}
          />
        ) : (
          <VideoState lecture={lecture} />
        )}
      </div>
      <div className="mt-5 flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div className="measure min-w-0 flex-1 basis-72">
          <p className="meta">
            Lecture {number} of {count}
          </p>
          <h2 ref={titleRef} tabIndex={-1} className="text-section outline-none">
            {lecture.title}
          </h2>
          <p className="mt-2 whitespace-pre-line text-muted">{lecture.description}</p>
          <div className="mt-4">
            <DoneToggle lecture={lecture} onProgress={onProgress} />
          </div>
        </div>
        {next && (
          <Button size="large" className="w-full sm:w-auto" onClick={() => onOpen(next)}>
            Next lecture
            <ArrowRight size={16} aria-hidden="true" />
          </Button>
        )}
      </div>
      {chapters.length > 0 && <ChapterList player={player} chapters={chapters} />}
    </div>
  );
};

/** The lecture list is beside the player, or below it on narrow screens and in theatre mode. */
export const Classroom = ({ course, lectures, query }: ClassroomProps) => {
  const isAdmin = useSession()?.role === 'ADMIN';
  const { index, select, wasChosen } = useSelection(lectures);
  const [isWide, setWide] = useState(false);
  const toggleWide = useCallback(() => setWide((before) => !before), []);
  const lecture = lectures[index];
  const { playerRef, titleRef, goTo } = useScrollToPlayer(lecture?._id);
  const open = (chosen: Lecture): void => {
    goTo(chosen._id);
    select(chosen);
  };
  if (!lecture) return <NoLectures course={course} isAdmin={isAdmin} />;
  return (
    <div className={`mt-5 grid items-start gap-6 ${isWide ? '' : 'lg:grid-cols-[minmax(0,1fr)_24rem]'}`}>
      <OpenLecture
        lecture={lecture}
        number={index + 1}
        count={lectures.length}
        next={lectures[index + 1]}
        query={query}
        startsPlaying={wasChosen}
        wide={{ isOn: isWide, toggle: toggleWide }}
        playerRef={playerRef}
        titleRef={titleRef}
        onOpen={open}
        onSelect={select}
      />
      <LectureList
        course={course}
        lectures={lectures}
        currentId={lecture._id}
        onSelect={open}
        actions={isAdmin && <Authoring courseId={course._id} />}
        isAdmin={isAdmin}
      />
    </div>
  );
};
