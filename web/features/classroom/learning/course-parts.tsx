import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ResponseOf } from '#web/api/call.ts';
import { useIsOpen } from '#web/features/billing/rights.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Book, Cover } from '#web/ui/covers/cover.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { formatDuration, formatLength } from '#contract/format.ts';
import { leftInLecture } from '#web/features/classroom/lecture-list/time-left.ts';
import { pathTo } from '#web/app/path-to.ts';
import type { LearnedCourse, NewInCourse } from '#contract/classroom/learning.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

export const NothingStarted = () => (
  <EmptyState
    action={
      <LinkButton to={pathTo('courses')} size="large">
        <Trans>See all courses</Trans>
      </LinkButton>
    }
  >
    <Trans>Choose your first course</Trans>
  </EmptyState>
);

type Continue = NonNullable<ResponseOf<'GET /learning'>['continue']>;

/** "Lecture 11 of 24 · 9 min left · Next: The month that went wrong". */
const progressOf = ({ course: { lectures }, lecture, nextTitle: title }: Continue, language: Language): string =>
  [
    language._(msg`Lecture ${{ number: lecture.number }} of ${lectures}`),
    leftInLecture(lecture, language),
    title === null ? undefined : language._(msg`Next: ${title}`),
  ]
    .filter(Boolean)
    .join(' · ');

const Length = ({ ms }: { ms: number }) => formatLength(ms, useLocale());

/** "3 h 41 min left". */
const Left = ({ ms }: { ms: number }) => {
  const length = formatLength(ms, useLocale());
  return <Trans>{length} left</Trans>;
};

function Actions({ item: { course, lecture } }: { item: Continue }) {
  const { resumeAtMs } = lecture.progress;
  const watch = pathTo('classroom', { course: course._id, lecture: lecture._id });
  return (
    <div className="relative z-1 mt-5 flex flex-wrap gap-3">
      <LinkButton to={watch} size="large" className="max-sm:w-full">
        <Play size={16} aria-hidden="true" />
        {course.watchedAt === null ? (
          <Trans>Start watching</Trans>
        ) : resumeAtMs > 0 ? (
          <Trans>Continue at {{ place: formatDuration(resumeAtMs) }}</Trans>
        ) : (
          <Trans>Continue</Trans>
        )}
      </LinkButton>
      <LinkButton to={pathTo('classroom', { course: course._id })} tone="quiet" size="large" className="max-sm:hidden">
        <Trans>All lectures</Trans>
      </LinkButton>
    </div>
  );
}

export const WatchedOf = ({ doneLectures, lectures }: Pick<LearnedCourse, 'doneLectures' | 'lectures'>) => (
  <Trans>
    {doneLectures} of {lectures} watched
  </Trans>
);

/** The lecture where the learner stopped, or the first of a course that was bought. */
export function ContinueCard({ item }: { item: Continue }) {
  const { course, lecture } = item;
  const { positionMs } = lecture.progress;
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <section
      aria-label={course.watchedAt === null ? t`Start` : t`Continue`}
      className="surface relative mt-8 overflow-hidden border-b-4 border-b-[var(--ledge)] lg:grid lg:grid-cols-[minmax(0,40rem)_minmax(18rem,1fr)]"
    >
      <div className="relative">
        <Cover title={course.title} src={course.thumbnail} sizes="(width >= 64rem) 40rem, 92vw" isEager />
        {lecture.durationMs !== null && positionMs > 0 && (
          <progress
            className="progress absolute inset-x-0 bottom-0 h-1 w-full rounded-none bg-[oklch(60%_0.02_200)] text-accent"
            aria-label={t`Progress in ${{ lectureTitle: lecture.title }}`}
            value={positionMs}
            max={lecture.durationMs}
          />
        )}
      </div>
      <div className="flex flex-col p-5 sm:p-8">
        <p className="text-sm text-muted">{course.title}</p>
        <h2 className="mt-1 text-section wrap-anywhere">
          <Link
            to={pathTo('classroom', { course: course._id, lecture: lecture._id })}
            className="after:absolute after:inset-0"
          >
            {lecture.title}
          </Link>
        </h2>
        <p className="mt-2 text-muted">{progressOf(item, language)}</p>
        <div className="mt-auto pt-6">
          <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
            <span className="font-semibold">
              <WatchedOf {...course} />
            </span>
            {course.leftMs > 0 && (
              <span className="text-muted">
                <Left ms={course.leftMs} />
              </span>
            )}
          </p>
          <CourseMeter title={course.title} percent={course.percent} />
          <Actions item={item} />
        </div>
      </div>
    </section>
  );
}

export function CourseMeter({ title, percent }: { title: string; percent: number }) {
  const { t } = useLingui();
  return (
    <progress
      className="progress block h-1.5 w-full text-primary"
      aria-label={t`Watched of ${title}`}
      value={percent}
      max={100}
    />
  );
}

/** A course that was begun, or not yet. A card, on phones a row: the whole of it is the link. */
export const StartedCourse = ({ course }: { course: LearnedCourse }) => (
  <article className="course-card max-sm:translate-none max-sm:flex-row max-sm:items-center max-sm:gap-4 max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:bg-transparent max-sm:py-4 max-sm:shadow-none">
    <div className="max-sm:w-28 max-sm:shrink-0 max-sm:overflow-hidden max-sm:rounded-[6px] max-sm:[&_.cover]:border-b-0">
      <Cover title={course.title} src={course.thumbnail} sizes="(width >= 64rem) 24rem, 7rem" />
    </div>
    <div className="min-w-0 flex-1 sm:px-5 sm:pt-4 sm:pb-5">
      <h3 className="course-title line-clamp-2 text-base sm:text-title">
        <Link to={pathTo('classroom', { course: course._id })}>{course.title}</Link>
      </h3>
      <p className="line-clamp-1 text-sm text-muted max-sm:hidden">{course.createdBy}</p>
      {course.watchedAt === null ? (
        <p className="mt-1 text-sm sm:mt-3">
          <Plural value={course.lectures} one="# lecture" other="# lectures" />, <Length ms={course.leftMs} />
        </p>
      ) : (
        <>
          <p className="mt-1 mb-2 flex justify-between gap-3 text-sm sm:mt-3">
            <span>
              <span className="sm:hidden">
                <Trans>
                  {{ done: course.doneLectures }} of {{ all: course.lectures }}
                </Trans>{' '}
                ·{' '}
              </span>
              {course.leftMs > 0 ? (
                <Left ms={course.leftMs} />
              ) : (
                <Plural value={course.lectures - course.doneLectures} one="# thing left" other="# things left" />
              )}
            </span>
            <span className="num text-muted max-sm:hidden">{course.percent}%</span>
          </p>
          <CourseMeter title={course.title} percent={course.percent} />
        </>
      )}
    </div>
    <Play size={20} className="shrink-0 text-muted sm:hidden" aria-hidden="true" />
  </article>
);

const newsText = (news: NewInCourse, { _, locale }: Language): string => {
  const { isNewCourse, newLectures: total, durationMs, first, course } = news;
  const length = formatLength(durationMs, locale);
  const lectures = msg({ message: plural(total, { one: '# lecture', other: '# lectures' }) });
  if (isNewCourse) return `${course.createdBy} · ${_(lectures)}, ${length}`;
  if (total > 1) return `${_(msg`From “${{ title: first.title }}”`)} · ${length}`;
  return first.durationMs === null ? `“${first.title}”` : `“${first.title}” · ${formatDuration(first.durationMs)}`;
};

/** Without access a course opens its description. */
export const NewRow = ({ item }: { item: NewInCourse }) => {
  const { course, isNewCourse, newLectures, first } = item;
  const isOpen = useIsOpen(course._id);
  const language = useLanguage();
  const Icon = isNewCourse ? ArrowRight : Play;
  const to =
    isNewCourse || !isOpen
      ? pathTo('course', { course: course._id })
      : pathTo('classroom', { course: course._id, lecture: first._id });
  return (
    <li className="relative flex items-center gap-4 px-4 py-3.5 hover:bg-base-200 max-sm:px-0">
      <div className="w-32 shrink-0 overflow-hidden rounded-[6px] max-sm:w-28">
        <Cover title={course.title} src={course.thumbnail} sizes="8rem" />
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 font-display text-base font-medium sm:text-lg">
          <Link to={to} className="after:absolute after:inset-0">
            {course.title}
          </Link>
        </h3>
        <span className="badge mt-1 sm:hidden">
          {isNewCourse ? (
            <Trans>New course</Trans>
          ) : (
            <Plural value={newLectures} one="# new lecture" other="# new lectures" />
          )}
        </span>
        <p className="mt-0.5 line-clamp-2 text-sm text-muted">{newsText(item, language)}</p>
      </div>
      <span className="badge shrink-0 max-sm:hidden">
        {isNewCourse ? (
          <Trans>New course</Trans>
        ) : (
          <Plural value={newLectures} one="# new lecture" other="# new lectures" />
        )}
      </span>
      <Icon size={20} className="shrink-0 text-muted" aria-hidden="true" />
    </li>
  );
};

const BOOKS = 4;
const sizes = ['h-40 w-28', 'h-48 w-32', 'h-38 w-27', 'h-44 w-29'];

/** As books on the ledge, and all of them as a list. */
export function Finished({ courses }: { courses: readonly LearnedCourse[] }) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <ul className="flex items-end gap-2 overflow-hidden">
        {courses.slice(0, BOOKS).map((course, index) => (
          <li key={course._id} className="min-w-0 shrink">
            <Link to={pathTo('classroom', { course: course._id })} aria-label={course.title} className="block">
              <Book
                title={course.title}
                src={course.thumbnail}
                className={`max-w-full text-sm ${sizes[index] ?? ''}`}
              />
            </Link>
          </li>
        ))}
      </ul>
      <div className="ledge" />
      {courses.length > BOOKS && !showsAll && (
        <Button tone="ghost" className="mt-3" onClick={() => setShowsAll(true)}>
          <Trans>All finished</Trans>
          <ArrowRight size={16} aria-hidden="true" />
        </Button>
      )}
      {showsAll && (
        <ul className="mt-4 space-y-2">
          {courses.slice(BOOKS).map((course) => (
            <li key={course._id}>
              <Link to={pathTo('classroom', { course: course._id })} className="link">
                {course.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
