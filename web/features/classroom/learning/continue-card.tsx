import { Play } from 'lucide-react';
import type { ResponseOf } from '#web/api/call.ts';
import { CheckoutLink } from '#web/features/billing/checkout-link.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { formatDuration, formatLength } from '#web/ui/text/format.ts';
import { pathTo } from '#web/app/paths.ts';

type Continue = NonNullable<ResponseOf<'GET /learning'>['continue']>;

const leftIn = ({ durationMs, progress }: Continue['lecture']): string => {
  if (durationMs === null || progress.positionMs === 0) return '';
  return `${formatLength(Math.max(1000, durationMs - progress.positionMs))} left in it`;
};

/** "Lecture 11 of 24. 9 min left in it, then “The month that went wrong”." */
const placeOf = ({ course, lecture, nextTitle }: Continue): string => {
  const left = leftIn(lecture);
  const next = nextTitle === null ? '' : `then “${nextTitle}”`;
  const rest = [left, next].filter(Boolean).join(', ');
  const sentence = rest === '' ? '' : ` ${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
  return `Lecture ${lecture.number} of ${course.lectures}.${sentence}`;
};

interface ContinueProps {
  item: Continue;
  /** Whether there is access. */
  isOpen: boolean;
}

function Actions({ item: { course, lecture }, isOpen }: ContinueProps) {
  const { resumeAtMs } = lecture.progress;
  const watch = pathTo('classroom', { course: course._id, lecture: lecture._id });
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {isOpen ? (
        <LinkButton to={watch} size="large" className="max-sm:w-full">
          <Play size={16} aria-hidden="true" />
          {resumeAtMs > 0 ? `Continue at ${formatDuration(resumeAtMs)}` : 'Continue'}
        </LinkButton>
      ) : (
        <CheckoutLink courseId={course._id}>Renew</CheckoutLink>
      )}
      <LinkButton
        to={pathTo(isOpen ? 'classroom' : 'course', { course: course._id })}
        tone="quiet"
        size="large"
        className="max-sm:hidden"
      >
        All lectures
      </LinkButton>
    </div>
  );
}

/** The lecture where somebody stopped. Without access, the way to have it again. */
export function ContinueCard({ item, isOpen }: ContinueProps) {
  const { course, lecture } = item;
  const { positionMs } = lecture.progress;
  return (
    <section
      aria-label="Continue"
      className="surface mt-8 overflow-hidden border-b-4 border-b-[var(--ledge)] lg:grid lg:grid-cols-[minmax(0,40rem)_minmax(18rem,1fr)]"
    >
      <div className="relative">
        <Cover title={course.title} src={course.thumbnail} sizes="(width >= 64rem) 40rem, 92vw" isEager />
        {lecture.durationMs !== null && positionMs > 0 && (
          <progress
            className="learning-position"
            aria-label={`Progress in ${lecture.title}`}
            value={positionMs}
            max={lecture.durationMs}
          />
        )}
      </div>
      <div className="flex flex-col p-5 sm:p-8">
        <p className="text-sm text-muted">{course.title}</p>
        <h2 className="mt-1 text-section">{lecture.title}</h2>
        <p className="mt-2 text-muted">{placeOf(item)}</p>
        <div className="mt-auto pt-6">
          <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
            <span className="font-semibold">
              {course.doneLectures} of {course.lectures} watched
            </span>
            <span className="text-muted">{formatLength(course.leftMs)} left</span>
          </p>
          <CourseMeter title={course.title} percent={course.percent} />
          <Actions item={item} isOpen={isOpen} />
        </div>
      </div>
    </section>
  );
}

export const CourseMeter = ({ title, percent }: { title: string; percent: number }) => (
  <progress className="learning-meter" aria-label={`Watched of ${title}`} value={percent} max={100} />
);
