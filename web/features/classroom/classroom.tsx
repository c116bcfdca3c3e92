import { ArrowLeft, Pencil, Plus } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Course } from '#contract/catalog.ts';
import type { Lecture } from '#contract/lectures.ts';
import type { CourseProgress } from '#contract/progress.ts';
import type { Section } from '#contract/sections.ts';
import type { lecturesQuery } from '#web/api/course-queries.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import type { NextLecture } from '#web/features/classroom/player/use-player.ts';
import { AttachmentList, ChapterList } from './chapters-and-attachments.tsx';
import { ClassroomTabs, panelIdOf, type Tab, tabIdOf, type TabName, useTab } from './classroom-tabs.tsx';
import { CourseLine, LectureHeading, ProgressNote } from './lecture-heading.tsx';
import { LectureList } from '#web/features/classroom/lecture-list/lecture-list.tsx';
import { isAvailable, LectureVideo } from './lecture-video.tsx';
import { NotesPanel } from '#web/features/classroom/notes/notes-panel.tsx';
import { type LectureNotes, useNotes } from '#web/features/classroom/notes/use-notes.ts';
import { leftInCourse, useTimeLeft } from '#web/features/classroom/lecture-list/time-left.ts';
import { isFinished, useCourseEnd } from './use-course-end.ts';
import { usePlayback } from './use-playback.ts';
import { type Select, useSelection } from './use-selection.ts';

/** Not needed before its tab, or its page, is opened. */
const TranscriptPanel = lazy(() => import('#web/features/classroom/transcript/transcript-panel.tsx'));
const CourseEnd = lazy(() => import('./course-end.tsx'));

interface ClassroomProps {
  course: Course;
  lectures: readonly Lecture[];
  sections: readonly Section[];
  progress: CourseProgress;
  /** The query of the lectures. */
  query: ReturnType<typeof lecturesQuery>;
}

/**
 * After a lecture is chosen: scrolls to the player, and focuses the lecture's title, which screen readers then read.
 */
const useScrollToPlayer = (currentId: string) => {
  const playerRef = useRef<HTMLDivElement>(null);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const awaitedId = useRef<string>(undefined);
  const go = () => {
    const prefersReducedMotion = globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
    playerRef.current?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion ? 'instant' : 'smooth' });
    titleRef.current?.focus({ preventScroll: true });
  };
  const arrive = useEffectEvent(go);
  useEffect(() => {
    if (awaitedId.current !== currentId) return;
    awaitedId.current = undefined;
    arrive();
  }, [currentId]);
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

/** The course that the lectures belong to; leads back to it. */
const CourseHeading = ({ course }: { course: Course }) => {
  const [search] = useSearchParams();
  const page = search.get('drafts') === 'true' ? 'editCourse' : 'course';
  return (
    <CourseLine title={course.title}>
      <Link to={pathTo(page, { course: course._id })} className="hover:underline">
        <ArrowLeft size={20} aria-hidden="true" />
        <span className="truncate">{course.title}</span>
      </Link>
    </CourseLine>
  );
};

const TABS: readonly Tab[] = [
  { name: 'lectures', label: 'Lectures' },
  { name: 'about', label: 'About' },
  { name: 'notes', label: 'Notes' },
  { name: 'transcript', label: 'Transcript' },
];

/** Below this the list is one of the tabs; from there on it is beside the player. */
const LIST_IS_BESIDE = '(width >= 64rem)';

const useTabs = (lecture: Lecture, noteCount: number) => {
  const isBeside = useMedia(LIST_IS_BESIDE);
  const isShown: Record<TabName, boolean> = {
    lectures: !isBeside,
    about: isBeside || lecture.chapters.length + lecture.attachments.length > 0,
    notes: true,
    transcript: lecture.captions.length > 0,
  };
  const tabs = TABS.filter(({ name }) => isShown[name]).map((tab) =>
    tab.name === 'notes' ? { ...tab, count: noteCount } : tab,
  );
  const { current = 'about', open } = useTab(tabs);
  const panelOf = (name: TabName) =>
    ({ id: panelIdOf(name), role: 'tabpanel', 'aria-labelledby': tabIdOf(name), hidden: name !== current }) as const;
  return { tabs, current, open, panelOf, isBeside };
};

interface OpenClassroomProps extends ClassroomProps {
  lecture: Lecture;
  index: number;
  select: Select;
  startsPlaying: boolean;
  isAdmin: boolean;
}

type PlaybackOfLecture = ReturnType<typeof usePlayback>;

interface LecturePanelsProps extends Pick<OpenClassroomProps, 'course' | 'lecture'> {
  hasDescription: boolean;
  notes: LectureNotes;
  playback: PlaybackOfLecture;
  current: TabName;
  panelOf: ReturnType<typeof useTabs>['panelOf'];
}

/** The panels of the tabs, except the list. */
const LecturePanels = (props: LecturePanelsProps) => {
  const { course, lecture, hasDescription, notes, playback, current, panelOf } = props;
  return (
    <>
      <div className="pt-5" {...panelOf('about')}>
        {hasDescription && <p className="measure whitespace-pre-line text-muted">{lecture.description}</p>}
        <ChapterList player={playback.player} chapters={lecture.chapters} />
        <AttachmentList lecture={lecture} reload={playback.reloadLecture} />
      </div>
      <div className="pt-5" {...panelOf('notes')}>
        {current === 'notes' && <NotesPanel courseId={course._id} notes={notes} />}
      </div>
      <div className="pt-5" {...panelOf('transcript')}>
        {current === 'transcript' && (
          <Suspense>
            <TranscriptPanel key={lecture._id} lecture={lecture} player={playback.player} notes={notes} />
          </Suspense>
        )}
      </div>
    </>
  );
};

const nextOf = (lecture: Lecture, select: Select, waits: boolean): NextLecture => ({
  title: lecture.title,
  play: () => select(lecture, 'chosen'),
  follow: () => select(lecture, 'followed'),
  waits,
});

const OpenClassroom = (props: OpenClassroomProps) => {
  const { course, lectures, query, lecture, index, select, startsPlaying, isAdmin } = props;
  const next = lectures.slice(index + 1).find(isAvailable);
  const playback = usePlayback(lecture, query);
  const end = useCourseEnd(course._id, playback.player?.video, { isLast: !next, lectures });
  const notes = useNotes(lecture._id, playback.player);
  const timeLeft = useTimeLeft(playback.player?.video, lecture);
  const { tabs, current, open: openTab, panelOf, isBeside } = useTabs(lecture, notes.count);
  const writeNote = () => {
    if (current !== 'transcript') openTab('notes');
    notes.begin();
  };
  const [isWide, setWide] = useState(false);
  const { playerRef, titleRef, goTo } = useScrollToPlayer(lecture._id);
  const open = (chosen: Lecture): void => {
    goTo(chosen._id);
    select(chosen, 'chosen');
  };
  return (
    <div className="classroom" data-wide={isWide}>
      <CourseHeading course={course} />
      <div ref={playerRef} className="classroom-player scroll-my-3">
        <LectureVideo
          {...{ course, lecture, startsPlaying, writeNote }}
          {...playback.ofPlayer}
          next={next && nextOf(next, select, notes.hasUnsent)}
          wide={{ isOn: isWide, toggle: () => setWide(!isWide) }}
        />
      </div>
      <LectureHeading
        course={course}
        lecture={lecture}
        number={index + 1}
        count={lectures.length}
        left={leftInCourse(lectures)}
        titleRef={titleRef}
        hasDescription={!isBeside}
        onMark={playback.mark}
        onNext={next && (() => open(next))}
        end={end}
      />
      <ProgressNote key={lecture._id} lecture={lecture} onMark={playback.mark} />
      <ClassroomTabs tabs={tabs} current={current} onOpen={openTab} />
      <LecturePanels {...{ course, lecture, notes, playback, current, panelOf }} hasDescription={isBeside} />
      <LectureList
        {...props}
        currentId={lecture._id}
        currentNote={timeLeft}
        onSelect={open}
        actions={isAdmin && <Authoring courseId={course._id} />}
        panel={isBeside ? undefined : panelOf('lectures')}
      />
    </div>
  );
};

/** On narrow screens the list is one of the tabs under the player, otherwise it is beside it. */
export const Classroom = (props: ClassroomProps) => {
  const { course, lectures } = props;
  const isAdmin = useSession()?.role === 'ADMIN';
  const { index, select, wasChosen } = useSelection(lectures);
  const [search] = useSearchParams();
  const lecture = lectures[index];
  if (search.get('end') === 'true' && isFinished(lectures))
    return (
      <Suspense>
        <CourseEnd course={course} lectures={lectures} />
      </Suspense>
    );
  if (!lecture)
    return (
      <div className="page py-4">
        <CourseHeading course={course} />
        <NoLectures course={course} isAdmin={isAdmin} />
      </div>
    );
  return (
    <OpenClassroom
      {...props}
      lecture={lecture}
      index={index}
      select={select}
      startsPlaying={wasChosen}
      isAdmin={isAdmin}
    />
  );
};
