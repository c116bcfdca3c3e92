import { ArrowRight } from 'lucide-react';
import { lazy, type Ref, Suspense } from 'react';
import type { Course } from '#contract/catalog.ts';
import type { Lecture } from '#contract/lectures.ts';
import { Button } from '#web/ui/button.tsx';
import { DoneToggle } from './done-toggle.tsx';
import { LectureDescription } from './lecture-description.tsx';

/** Nothing of it is needed before the first frame. */
const KeepButton = lazy(() => import('#web/features/classroom/offline/keep-button.tsx'));

interface LectureHeadingProps {
  course: Course;
  lecture: Lecture;
  /** Starts at 1. */
  number: number;
  count: number;
  /** How much is left of the course. */
  left: string | undefined;
  titleRef: Ref<HTMLHeadingElement>;
  /** Whether it has no other place. */
  hasDescription: boolean;
  onMark: (isDone: boolean) => Promise<void>;
  onNext: (() => void) | undefined;
}

/** The title of the open lecture, and what can be done with it. */
export const LectureHeading = (props: LectureHeadingProps) => {
  const { course, lecture, number, count, left, titleRef, hasDescription, onMark, onNext } = props;
  return (
    <div className="classroom-title mt-1 md:mt-5">
      <div className="min-w-0 md:flex-1 md:basis-72">
        <h2 ref={titleRef} tabIndex={-1} className="text-section outline-none">
          {lecture.title}
        </h2>
        <p className="mt-1 text-sm text-muted">
          Lecture {number} of {count}
          {left !== undefined && ` · ${left} in the course`}
        </p>
        {hasDescription && <LectureDescription key={lecture._id}>{lecture.description}</LectureDescription>}
      </div>
      <div className="classroom-actions group/actions">
        {onNext && (
          <Button className="md:order-1" onClick={onNext}>
            Next lecture
            <ArrowRight size={16} aria-hidden="true" />
          </Button>
        )}
        <DoneToggle lecture={lecture} onMark={onMark} />
        <Suspense>
          <KeepButton key={lecture._id} course={course} lecture={lecture} position={number} />
        </Suspense>
      </div>
    </div>
  );
};
