import { isPassed, isPlayed } from '#contract/classroom/kind-facts.ts';
import { ArrowLeft } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { CourseProgress } from '#contract/classroom/progress.ts';
import type { Section } from '#contract/classroom/sections.ts';
import type { Watermark } from '#contract/classroom/watermark.ts';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { useEdits } from '#web/app/session/course-roles.ts';
import type { lecturesQuery } from '#web/api/lecture-queries.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import type { NextLecture } from '#web/features/classroom/player/use-player.ts';
import { Authoring, NoLectures } from './classroom-authoring.tsx';
import { About, ClassroomSide, Questions, useTabs } from './classroom-side.tsx';
import { CourseLine, LectureHeading, ProgressNote } from './lecture-heading.tsx';
import { LectureList } from '#web/features/classroom/lecture-list/lecture-list.tsx';
import { LectureStage } from '#web/features/classroom/lecture-stage.tsx';
import { useNextText } from '#web/features/kinds/text/lecture-text.ts';
import { isAvailable } from './lecture-video.tsx';
import { type LectureNotes, useNotes } from '#web/features/classroom/notes/use-notes.ts';
import { type LectureQuestions, useQuestions } from '#web/features/questions/use-questions.ts';
import { isHalfWatched, leftInCourse, useTimeLeft } from '#web/features/classroom/lecture-list/time-left.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { nextOpeningOf, withWatchAgain } from './next-opening-of.ts';
import { useCourseEnd, useEndAsNext } from './use-course-end.ts';
import { isMarked, watermarkOf } from './watermark-of.ts';
import { usePlayback } from './use-playback.ts';
import { type Select, useSelection } from './use-selection.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Not needed before the middle and the end. */
const CourseEnd = lazy(() => import('./course-end.tsx'));
const QuestionsAtMoments = lazy(() =>
  import('#web/features/quizzes/moments/questions-at-moments.tsx').then((module) => ({
    default: module.QuestionsAtMoments,
  })),
);
const WatermarkNote = lazyPart(() => import('./watermark-note.tsx'));
const AskReview = lazyPart(() => import('#web/features/reviews/ask-review.tsx'));

interface ClassroomProps {
  course: Course;
  lectures: readonly Lecture[];
  sections: readonly Section[];
  progress: CourseProgress;
  watermark: Watermark | null;
  /** The query of the lectures. */
  query: ReturnType<typeof lecturesQuery>;
}

/**
 * After a lecture is chosen: scrolls to the player, and focuses the lecture's title, which screen readers then read.
 */
const useScrollToPlayer = (currentId: string, select: Select) => {
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
  const open = (chosen: Lecture): void => {
    if (chosen._id === currentId) go();
    else awaitedId.current = chosen._id;
    select(chosen, 'chosen');
  };
  return { playerRef, titleRef, open };
};

/** The course that the lectures belong to; leads back to it. */
const CourseHeading = ({ course }: { course: Course }) => {
  const [search] = useSearchParams();
  const { edit } = useCoursePages();
  const { _id: id } = course;
  const isEdited = useEdits(id) && search.get('drafts') === 'true';
  return (
    <CourseLine title={course.title}>
      <Link to={isEdited ? edit({ course: id }) : pathTo('course', { course: id })} className="hover:underline">
        <ArrowLeft size={20} aria-hidden="true" />
        <span className="truncate">{course.title}</span>
      </Link>
    </CourseLine>
  );
};

const AskHalfWay = ({ courseId, lectures }: { courseId: string; lectures: readonly Lecture[] }) =>
  useSite().community.reviews &&
  isHalfWatched(lectures) && (
    <Suspense>
      <AskReview courseId={courseId} />
    </Suspense>
  );

/** Of a video or a sound; a quiz has a page of them. */
const Moments = ({
  courseId,
  lecture,
  playback: { player },
}: { courseId: string } & Pick<BesideProps, 'lecture' | 'playback'>) =>
  isPlayed(lecture.kind) &&
  (lecture.questions ?? 0) > 0 && (
    <Suspense>
      <QuestionsAtMoments key={lecture._id} {...{ courseId, lecture, player }} />
    </Suspense>
  );

interface OpenClassroomProps extends ClassroomProps {
  lecture: Lecture;
  index: number;
  select: Select;
  startsPlaying: boolean;
  isAuthor: boolean;
}

const BelowHeading = ({
  course,
  lectures,
  lecture,
  watermark,
  onMark,
}: Pick<OpenClassroomProps, 'course' | 'lectures' | 'lecture' | 'watermark'> &
  Pick<ComponentProps<typeof ProgressNote>, 'onMark'>) => (
  <>
    {watermark && isMarked(lecture) && (
      <Suspense>
        <WatermarkNote watermark={watermark} />
      </Suspense>
    )}
    <ProgressNote key={lecture._id} lecture={lecture} onMark={onMark} />
    <AskHalfWay courseId={course._id} lectures={lectures} />
  </>
);

/** What follows a quiz as the last lecture before the end. */
const firstToDo = (lectures: readonly Lecture[], { _id, kind }: Lecture): Lecture | undefined =>
  isPassed(kind) ? lectures.find((one) => one._id !== _id && !one.lockedBy && !one.progress?.isDone) : undefined;

const nextOf = (lecture: Lecture | undefined, select: Select, waits: boolean): NextLecture | undefined =>
  lecture && {
    title: lecture.title,
    play: () => select(lecture, 'chosen'),
    follow: () => select(lecture, 'followed'),
    waits,
  };

interface BesideProps {
  lecture: Lecture;
  playback: ReturnType<typeof usePlayback>;
  questions: LectureQuestions;
  tabs: ReturnType<typeof useTabs>;
}

/** Under the player of a wide window. */
const Beside = ({ lecture, playback, questions, tabs }: BesideProps) =>
  tabs.isBeside && (
    <div>
      <About lecture={lecture} playback={playback} hasDescription />
      {tabs.areQuestionsBeside && <Questions questions={questions} />}
    </div>
  );

const noteIn = (tabs: BesideProps['tabs'], notes: LectureNotes) => () => {
  if (tabs.current !== 'transcript') tabs.open('notes');
  notes.begin();
};

const askIn = (tabs: BesideProps['tabs'], questions: LectureQuestions) =>
  questions.areOn
    ? () => {
        if (!tabs.areQuestionsBeside) tabs.open('questions');
        questions.begin();
      }
    : undefined;

const useTabsOf = (course: Course, lecture: Lecture, { player }: BesideProps['playback']) => {
  const notes = useNotes(lecture._id, player);
  const questions = useQuestions({ course, lecture, player });
  const tabs = useTabs(lecture, { notes: notes.count, questions: questions.count });
  return { notes, questions, tabs, timeLeft: useTimeLeft(player?.video, lecture) };
};

const OpenClassroom = (props: OpenClassroomProps) => {
  const { course, lectures, query, lecture, index, select, startsPlaying, isAuthor } = props;
  const next = lectures.slice(index + 1).find(isAvailable);
  const opening = nextOpeningOf(lectures);
  useNextText(course._id, next);
  const playback = usePlayback(lecture, query);
  const end = useCourseEnd(course._id, playback.player?.video, { isLast: !next, lectures });
  const endAsNext = useEndAsNext(course, isPassed(lecture.kind) && !next ? end : undefined);
  const { notes, questions, tabs, timeLeft } = useTabsOf(course, lecture, playback);
  const [isWide, setWide] = useState(false);
  const { playerRef, titleRef, open } = useScrollToPlayer(lecture._id, select);
  return (
    <div className="classroom" data-wide={isWide}>
      <CourseHeading course={course} />
      <div ref={playerRef} className="classroom-player scroll-my-3">
        <LectureStage
          {...{ course, lecture, startsPlaying }}
          watermark={watermarkOf(course._id, lecture, props.watermark)}
          writeNote={noteIn(tabs, notes)}
          ask={askIn(tabs, questions)}
          {...playback.ofStage}
          next={endAsNext ?? nextOf(next ?? firstToDo(lectures, lecture), select, notes.hasUnsent)}
          wide={{ isOn: isWide, toggle: () => setWide(!isWide) }}
        />
        <Moments courseId={course._id} {...{ lecture, playback }} />
      </div>
      <LectureHeading
        {...{ course, lecture, titleRef, number: index + 1 }}
        count={lectures.length}
        left={leftInCourse(lectures, useLanguage())}
        hasDescription={!tabs.isBeside}
        onMark={playback.mark}
        onNext={next && !opening ? () => open(next) : undefined}
        end={end}
        opening={opening && withWatchAgain(opening, lecture, open)}
      />
      <BelowHeading {...props} onMark={playback.mark} />
      <Beside {...{ lecture, playback, questions, tabs }} />
      <ClassroomSide {...{ course, lecture, playback, notes, questions }} tabs={tabs}>
        <LectureList
          {...props}
          {...{ currentId: lecture._id, seekTo: notes.seekTo }}
          currentNote={isPlayed(lecture.kind) ? timeLeft : undefined}
          onSelect={open}
          actions={isAuthor && <Authoring courseId={course._id} />}
          panel={tabs.panelOf('lectures')}
        />
      </ClassroomSide>
    </div>
  );
};

export const Classroom = (props: ClassroomProps) => {
  const { course, lectures } = props;
  const isAuthor = useEdits(course._id);
  const { index, select, wasChosen } = useSelection(lectures);
  const [search] = useSearchParams();
  const lecture = lectures[index];
  if (search.get('end') === 'true' && lectures.length > 0)
    return (
      <Suspense>
        <CourseEnd course={course} lectures={lectures} />
      </Suspense>
    );
  if (!lecture)
    return (
      <div className="page py-4">
        <CourseHeading course={course} />
        <NoLectures course={course} isAuthor={isAuthor} />
      </div>
    );
  return (
    <OpenClassroom
      {...props}
      lecture={lecture}
      index={index}
      select={select}
      startsPlaying={wasChosen}
      isAuthor={isAuthor}
    />
  );
};
