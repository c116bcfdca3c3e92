import { ArrowRight, Pencil, Plus } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Course } from '#contract/catalog.ts';
import type { Lecture } from '#contract/lectures.ts';
import type { lecturesQuery } from '#web/api/queries.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { LecturePlayer } from '#web/components/lecture-player/lecture-player.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { ChapterList } from '#web/pages/lectures/chapter-list.tsx';
import { DoneToggle } from '#web/pages/lectures/done-toggle.tsx';
import { LectureList } from '#web/pages/lectures/lecture-list.tsx';
import { chaptersOf, sourceOf } from '#web/pages/lectures/lecture-source.ts';
import { usePlayback } from '#web/pages/lectures/use-playback.ts';
import { VideoState } from '#web/pages/lectures/video-state.tsx';
import { useSession } from '#web/session/use-session.ts';

interface ClassroomProps {
  course: Course;
  lectures: readonly Lecture[];
  /** Where the lectures come from. */
  query: ReturnType<typeof lecturesQuery>;
}

/** The selected lecture is part of the address, so that a reload comes back to it; without one it is the first. */
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

const AddLecture = ({ courseId }: { courseId: string }) => (
  <LinkButton to={`/course/addlecture?course=${courseId}`} tone="quiet">
    <Plus size={16} aria-hidden="true" />
    Add new Lecture
  </LinkButton>
);

const Authoring = ({ courseId }: { courseId: string }) => (
  <div className="grid gap-2">
    <AddLecture courseId={courseId} />
    <LinkButton to={`/course/edit?course=${courseId}`} tone="ghost">
      <Pencil size={16} aria-hidden="true" />
      Edit course
    </LinkButton>
  </div>
);

const NoLectures = ({ course, isAdmin }: { course: Course; isAdmin: boolean }) => (
  <EmptyState
    action={isAdmin ? <AddLecture courseId={course._id} /> : <LinkButton to="/courses">See all courses</LinkButton>}
  >
    This course has no lectures yet.
  </EmptyState>
);

interface OpenLectureProps {
  lecture: Lecture;
  /** From 1. */
  number: number;
  count: number;
  next: Lecture | undefined;
  query: ReturnType<typeof lecturesQuery>;
  startsPlaying: boolean;
  wide: { isOn: boolean; toggle: () => void };
  onSelect: (lecture: Lecture) => void;
}

/** The player, and below it what the lecture is about. */
const OpenLecture = ({ lecture, number, count, next, query, startsPlaying, wide, onSelect }: OpenLectureProps) => {
  const title = useRef<HTMLHeadingElement>(null);
  const { player, onReady, renewSource, startSeconds, held, onProgress } = usePlayback(lecture, query);
  const chapters = useMemo(() => chaptersOf(lecture), [lecture]);
  return (
    <div className="min-w-0">
      <div className="-mx-5 sm:mx-0">
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
            held={held}
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
          <h2 ref={title} tabIndex={-1} className="text-section outline-none">
            {lecture.title}
          </h2>
          <p className="mt-2 whitespace-pre-line text-muted">{lecture.description}</p>
          <div className="mt-4">
            <DoneToggle lecture={lecture} onProgress={onProgress} />
          </div>
        </div>
        {next && (
          <Button
            size="large"
            className="w-full sm:w-auto"
            onClick={() => {
              onSelect(next);
              title.current?.focus();
            }}
          >
            Next lecture
            <ArrowRight size={16} aria-hidden="true" />
          </Button>
        )}
      </div>
      {chapters.length > 0 && <ChapterList player={player} chapters={chapters} />}
    </div>
  );
};

/** The selected lecture, with the list beside it or, on phones and with a wide player, below. */
export const Classroom = ({ course, lectures, query }: ClassroomProps) => {
  const isAdmin = useSession()?.role === 'ADMIN';
  const { index, select, wasChosen } = useSelection(lectures);
  const [isWide, setWide] = useState(false);
  const toggleWide = useCallback(() => setWide((before) => !before), []);
  const lecture = lectures[index];
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
        onSelect={select}
      />
      <LectureList
        course={course}
        lectures={lectures}
        currentId={lecture._id}
        onSelect={select}
        adding={isAdmin && <Authoring courseId={course._id} />}
        isAdmin={isAdmin}
      />
    </div>
  );
};
