import { type ComponentProps, Suspense } from 'react';
import { Lock } from 'lucide-react';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useQuizLinks } from '#web/features/quizzes/quiz-links.ts';
import { LectureVideo } from './lecture-video.tsx';
import type { ProgressReporter } from './progress/progress-reporter.ts';
import { kinds } from '#web/features/kinds/kinds.ts';
import '#web/features/kinds/kinds.css';

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

const Opened = ({ reporter, reload, ...player }: LectureStageProps) => {
  const { course, lecture } = player;
  if (lecture.lockedBy) return <LockedStage quiz={lecture.lockedBy} />;
  const { Stage, forVisitors } = kinds[lecture.kind];
  if (Stage && lecture.isPlayable && (course || forVisitors === undefined))
    return <Stage key={lecture._id} {...{ course, lecture, reporter, reload }} next={player.next} />;
  return <LectureVideo {...player} />;
};

/** What is played, read or attended of a lecture. While the code of its kind loads, its place is as high as a video's. */
export const LectureStage = (props: LectureStageProps) => (
  <Suspense fallback={<div className="aspect-video w-full" />}>
    <Opened {...props} />
  </Suspense>
);
