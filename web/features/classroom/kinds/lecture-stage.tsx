import { type ComponentProps, lazy, Suspense } from 'react';
import { Lock } from 'lucide-react';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useQuizLinks } from '#web/features/quizzes/quiz-links.ts';
import { LectureVideo } from '#web/features/classroom/lecture-video.tsx';
import type { ProgressReporter } from '#web/features/classroom/progress/progress-reporter.ts';
import './kinds.css';

/** Loaded with the first lecture of its kind. */
const TextStage = lazy(() => import('./text-stage.tsx').then((module) => ({ default: module.TextStage })));
const PdfStage = lazy(() => import('./pdf-stage.tsx').then((module) => ({ default: module.PdfStage })));
const LiveStage = lazy(() => import('./live-stage.tsx').then((module) => ({ default: module.LiveStage })));
const QuizStage = lazy(() =>
  import('#web/features/quizzes/quiz-stage.tsx').then((module) => ({ default: module.QuizStage })),
);

const LockedStage = ({ quiz: { lectureId, title } }: { quiz: NonNullable<Lecture['lockedBy']> }) => {
  const links = useQuizLinks(lectureId);
  return (
    <div className="grid aspect-video place-content-center justify-items-center gap-4 bg-neutral p-6 text-center text-neutral-content">
      <Lock size={22} aria-hidden="true" />
      <output>
        Pass the quiz <q dir="auto">{title}</q> to open this lecture.
      </output>
      <LinkButton to={links.start}>Open the quiz</LinkButton>
    </div>
  );
};

interface LectureStageProps extends ComponentProps<typeof LectureVideo> {
  /** Undefined for a visitor, of whom nothing is measured. */
  reporter?: ProgressReporter | undefined;
  reload: () => Promise<unknown>;
}

const Stage = ({ reporter, reload, ...player }: LectureStageProps) => {
  const { course, lecture } = player;
  if (lecture.lockedBy) return <LockedStage quiz={lecture.lockedBy} />;
  if (lecture.kind === 'text')
    return <TextStage key={lecture._id} courseId={course?._id} lecture={lecture} reporter={reporter} />;
  if (lecture.pdf) return <PdfStage key={lecture._id} lecture={lecture} pdf={lecture.pdf} reporter={reporter} />;
  if (lecture.live) return <LiveStage key={lecture._id} lecture={lecture} live={lecture.live} reload={reload} />;
  if (lecture.kind === 'quiz' && lecture.isPlayable && course)
    return <QuizStage key={lecture._id} course={course} lecture={lecture} reload={reload} next={player.next} />;
  return <LectureVideo {...player} />;
};

/** What is played, read or attended of a lecture. While the code of its kind loads, its place is as high as a video's. */
export const LectureStage = (props: LectureStageProps) => (
  <Suspense fallback={<div className="aspect-video w-full" />}>
    <Stage {...props} />
  </Suspense>
);
