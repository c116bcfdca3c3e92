import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, type Ref, Suspense, useState } from 'react';
import { ArrowLeft, ArrowRight, CircleCheck } from 'lucide-react';
import { Button, LinkButton, MenuButton } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { messages } from '#contract/messages.ts';
import { useAction } from '#web/api/use-action.ts';
import { useWayBack } from '#web/features/quizzes/quiz-links.ts';
import { isPassed } from '#contract/classroom/kind-facts.ts';
import { kinds } from '#web/features/kinds/kinds.ts';
import { linesOf, ReadMore } from '#web/ui/rich-text.tsx';
import { Later } from '#web/ui/page/later.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import type { Course } from '#contract/catalog/catalog.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** The heading of the classroom. On phones, whose top edge is the video's, it has the menu as well. */
export const CourseLine = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className="classroom-course mt-2 flex items-center">
    <PageHeading
      {...(title === undefined ? {} : { title })}
      className="min-w-0 flex-1 font-sans text-sm tracking-normal *:inline-flex *:min-h-11 *:max-w-full *:items-center *:gap-2 *:font-medium"
    >
      {children}
    </PageHeading>
    <MenuButton className="classroom-menu btn btn-ghost btn-square" />
  </div>
);

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

interface MarkProps {
  lecture: Lecture;
  /** Rejects when it is refused. */
  onMark: (isDone: boolean) => Promise<void>;
}

/** Marks a lecture as watched, or not watched. */
const DoneToggle = ({ lecture, onMark }: MarkProps) => {
  const isDone = lecture.progress?.isDone === true;
  const { _ } = useLanguage();
  const doneWord = _(kinds[lecture.kind].done);
  const action = useAction({
    run: onMark,
    messages: {
      success: isDone ? messages.progress.undone : messages.progress.done,
      error: messages.lectures.broken,
    },
  });
  return (
    <Button
      tone="quiet"
      className="max-md:px-3"
      aria-pressed={isDone}
      isBusy={action.isBusy}
      onClick={() => void action.start(!isDone)}
    >
      <CircleCheck size={20} className={isDone ? 'text-success' : ''} aria-hidden="true" />
      <span className="max-md:group-has-[>.btn-primary]/actions:sr-only">
        {isDone ? capitalized(doneWord) : <Trans>Mark as {doneWord}</Trans>}
      </span>
    </Button>
  );
};

/** Past this share of a lecture, its learner may expect it to be complete. */
const NEAR_END_SHARE = 0.9;

/** Whether the learner reached the end of a lecture without watching enough of it. */
export const wasSkippedThrough = ({ durationMs, progress }: Pick<Lecture, 'durationMs' | 'progress'>): boolean =>
  durationMs !== null && progress !== null && !progress.isDone && progress.positionMs >= durationMs * NEAR_END_SHARE;

/** Why a lecture is not done although its end was reached, and how to take back that it was marked as watched. Passed is passed. */
export const ProgressNote = ({ lecture, onMark }: MarkProps) => {
  const isDone = lecture.progress?.isDone === true && !isPassed(lecture.kind);
  const { _ } = useLanguage();
  const { done, doneWhen = msg`at 90%` } = kinds[lecture.kind];
  const [wasDone, setWasDone] = useState(isDone);
  const undo = useAction({
    run: () => onMark(false),
    messages: { success: messages.progress.undone, error: messages.lectures.broken },
  });
  if (!isDone && wasDone) setWasDone(false);
  const text = (): string | undefined => {
    if (wasSkippedThrough(lecture))
      return _(
        msg`${{ percent: lecture.progress?.watchedPercent ?? 0 }}% ${{ doneWord: _(done) }}. Counts as complete ${{ doneWhen: _(doneWhen) }}.`,
      );
    return isDone && !wasDone ? _(msg`This lecture now counts as ${{ doneWord: _(done) }}.`) : undefined;
  };
  return (
    <output className="mt-3 text-sm text-muted empty:hidden">
      {text()}
      {isDone && !wasDone && (
        <button
          type="button"
          className="ms-2 min-h-11 font-medium text-primary underline"
          disabled={undo.isBusy}
          onClick={() => void undo.start(undefined)}
        >
          <Trans>Undo</Trans>
        </button>
      )}
    </output>
  );
};

/** More than this is folded to three lines. On a phone it is about twice as many. */
const UNFOLDED_MAX_LINES = 3;

/** Below the title, where the list has the place under the player. */
export const LectureDescription = ({ children: text }: { children: string }) => {
  if (text === '') return null;
  const paragraph = <p className="measure whitespace-pre-line wrap-anywhere">{text}</p>;
  return (
    <div className="classroom-description mt-2 text-sm text-muted">
      {linesOf(text) > UNFOLDED_MAX_LINES ? <ReadMore>{paragraph}</ReadMore> : paragraph}
    </div>
  );
};

/** Nothing of it is needed before the first frame. */
const DownloadButton = lazyPart(() => import('#web/features/classroom/offline/download-button.tsx'));

const NextOpening = lazyPart(() => import('./next-opening.tsx'));

interface LectureHeadingProps extends MarkProps {
  course: Course;
  /** Starts at 1. */
  number: number;
  count: number;
  /** How much is left of the course. */
  left: string | undefined;
  titleRef: Ref<HTMLHeadingElement>;
  /** Whether it has no other place. */
  hasDescription: boolean;
  onNext: (() => void) | undefined;
  /** The address of the end of the course, when it is reached. */
  end: string | undefined;
  /** In the place of the next lecture, while everything that is open is done. */
  opening: Omit<ComponentProps<typeof NextOpening>, 'course'> | undefined;
}

type LectureTitleProps = Pick<
  LectureHeadingProps,
  'lecture' | 'number' | 'count' | 'left' | 'titleRef' | 'hasDescription'
>;

/** The title of the open lecture, its place in the course, and its description. */
const LectureTitle = ({ lecture, number, count, left, titleRef, hasDescription }: LectureTitleProps) => (
  <div className="min-w-0 md:flex-1 md:basis-72">
    <h2 ref={titleRef} tabIndex={-1} className="text-section outline-none">
      {lecture.title}
    </h2>
    <p className="mt-1 text-sm text-muted">
      <Trans>
        Lecture {number} of {count}
      </Trans>
      {left !== undefined && (
        <>
          {' · '}
          <Trans>{left} in the course</Trans>
        </>
      )}
    </p>
    {hasDescription && <LectureDescription key={lecture._id}>{lecture.description}</LectureDescription>}
  </div>
);

/** The title of the open lecture, and its actions. */
export const LectureHeading = (props: LectureHeadingProps) => {
  const { course, lecture, number, onMark, onNext, end, opening } = props;
  const toQuiz = useWayBack(lecture._id);
  return (
    <div className="mt-1 md:mt-5 md:flex md:flex-wrap md:items-center md:justify-between md:gap-x-8 md:gap-y-4">
      <LectureTitle {...props} />
      <div className="group/actions mt-4 flex flex-wrap gap-2 md:mt-0">
        {toQuiz && (
          <LinkButton to={toQuiz} className="flex-1 md:order-1">
            <ArrowLeft size={16} aria-hidden="true" />
            <Trans>Back to the quiz</Trans>
          </LinkButton>
        )}
        {onNext && !toQuiz && (
          <Button
            // A quiz has a more important button of its own.
            tone={isPassed(lecture.kind) ? 'quiet' : 'primary'}
            className="next-lecture flex-1 md:order-1"
            onClick={onNext}
          >
            <Trans>Next lecture</Trans>
            <ArrowRight size={16} aria-hidden="true" />
          </Button>
        )}
        {opening && !toQuiz && (
          <Suspense>
            <NextOpening course={course} {...opening} />
          </Suspense>
        )}
        {end !== undefined && (
          <LinkButton to={end} className="flex-1 md:order-1">
            <Trans>Finish course</Trans>
            <ArrowRight size={16} aria-hidden="true" />
          </LinkButton>
        )}
        {!isPassed(lecture.kind) && !lecture.lockedBy && <DoneToggle lecture={lecture} onMark={onMark} />}
        <Later>
          <DownloadButton key={lecture._id} course={course} lecture={lecture} position={number} />
        </Later>
      </div>
    </div>
  );
};
