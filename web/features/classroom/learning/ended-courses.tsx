import { msg, plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { EndedCourse } from '#contract/classroom/learning.ts';
import { type OwnPurchase, ownPurchasesQuery } from '#web/features/billing/billing-queries.ts';
import { rememberWantedCourse } from '#web/features/billing/wanted-course.ts';
import { namesOf } from '#web/features/billing/parts/part-words.ts';
import { type OwnParts, usePausedParts } from '#web/features/billing/parts/parts-queries.ts';
import { PayLink } from '#web/features/billing/parts/pay-link.tsx';
import { cheapestFor, firstBundle } from '#web/features/billing/plan-terms.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay, formatMoney } from '#contract/format.ts';
import { CourseMeter, WatchedOf } from './course-parts.tsx';
import { CourseNotes } from './course-notes.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** "Paused: part 2 is overdue". */
const pausedSince = ({ parts }: OwnParts, language: Language): string => {
  const overdue = parts.filter(({ state }) => state === 'overdue');
  return language._(msg`Paused: ${{ parts: namesOf(overdue, language) }} overdue`);
};

type Why = Pick<EndedCourse, '_id' | 'end' | 'endedAt' | 'scope'>;

/** Whether the purchase that opened the course last is being refunded. */
const isBeingRefunded = ({ _id, scope }: Why, purchases: readonly OwnPurchase[]): boolean =>
  purchases.find(
    ({ opens, isGift }) =>
      !isGift &&
      (opens === 'everything'
        ? scope === 'everything'
        : scope === 'course' && opens.courses.some((c) => c._id === _id)),
  )?.status === 'refund_pending';

/** "Refunded on 3 May 2027", "Your bundle ended on 3 May 2027". */
export const endOf = (
  course: Why,
  purchases: readonly OwnPurchase[],
  timeZone: string,
  { _, locale }: Language,
): string => {
  const { end, endedAt, scope } = course;
  if (end === 'disputed') return _(msg`Paused while your bank disputes your payment`);
  const isBundle = scope === 'everything';
  if (end === 'refunded' && isBeingRefunded(course, purchases))
    return _(isBundle ? msg`Your bundle is being refunded` : msg`Being refunded`);
  if (endedAt === null) return _(msg`Your access has ended`);
  const day = formatDay(endedAt, timeZone, locale);
  if (end === 'refunded') return _(isBundle ? msg`Your bundle was refunded on ${day}` : msg`Refunded on ${day}`);
  return _(isBundle ? msg`Your bundle ended on ${day}` : msg`Ended on ${day}`);
};

/** The course alone, and everything; in the place of the course the first is what it is about. While a bank disputes a payment nothing needs to be bought again. */
export function WaysBack({ course, isWall = false }: { course: EndedCourse; isWall?: boolean }) {
  const { t } = useLingui();
  const { _id: courseId, title, end, scope, isShown } = course;
  const { plans, isSelling, currencySymbol } = useSite();
  if (end === 'disputed') return null;
  const alone = cheapestFor(plans, courseId);
  const bundle = firstBundle(plans);
  const ways = [
    alone && ([alone, scope === 'course' ? t`Buy again` : t`Buy this course`] as const),
    bundle && ([bundle, t`All courses`] as const),
  ].filter((way) => way !== undefined);
  if (!isShown) return <p className="meta">{t`No longer in the catalogue.`}</p>;
  if (!isSelling || ways.length === 0) return <p className="meta">{t`Not on sale at the moment.`}</p>;
  return ways.map(([plan, label], index) => (
    <LinkButton
      key={plan._id}
      to={pathTo('checkout', { plan: plan._id })}
      {...(isWall ? { size: 'large', className: 'w-full' } : {})}
      tone={isWall && index === 0 ? 'buy' : 'quiet'}
      aria-label={plan === bundle ? undefined : `${label}: ${title}`}
      onClick={() => rememberWantedCourse(courseId)}
    >
      {plan.priceInPaise === 0 ? t`Get it again, free` : `${label} ${formatMoney(plan.priceInPaise, currencySymbol)}`}
    </LinkButton>
  ));
}

/** Opens the notes about a course. */
function NotesLink({ course, onOpen }: { course: EndedCourse; onOpen: () => void }) {
  const { _ } = useLanguage();
  const { title, notes } = course;
  return (
    <button
      type="button"
      className="link -my-2 min-h-11 cursor-pointer"
      aria-label={_(msg({ message: plural(notes, { one: `# note about ${title}`, other: `# notes about ${title}` }) }))}
      onClick={onOpen}
    >
      <Plural value={notes} one="# note" other="# notes" />
    </button>
  );
}

function EndedRow({ course, purchases }: { course: EndedCourse; purchases: readonly OwnPurchase[] }) {
  const { timeZone } = useSite();
  const [showsNotes, setShowsNotes] = useState(false);
  const paused = usePausedParts(course._id);
  const language = useLanguage();
  const { _id, title, thumbnail, isShown, lectures, percent, notes } = course;
  return (
    <li className="flex flex-wrap items-start gap-4 px-4 py-4 max-sm:px-0 sm:flex-nowrap sm:gap-5 sm:px-5">
      <div className="w-28 shrink-0 overflow-hidden rounded-[6px] sm:w-32">
        <Cover title={title} src={thumbnail} sizes="8rem" />
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 font-display text-base font-medium wrap-anywhere sm:text-lg">
          {isShown ? (
            <Link to={pathTo('course', { course: _id })} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        <p className="mt-0.5 text-sm font-medium text-warning">
          {paused ? pausedSince(paused, language) : endOf(course, purchases, timeZone, language)}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
          {lectures > 0 && <WatchedOf {...course} />}
          {notes > 0 && <NotesLink course={course} onOpen={() => setShowsNotes(true)} />}
        </p>
        {lectures > 0 && (
          <div className="mt-2 max-w-80">
            <CourseMeter title={title} percent={percent} />
          </div>
        )}
      </div>
      <div className="flex basis-full flex-wrap items-center gap-2 sm:max-w-48 sm:basis-auto sm:justify-end lg:max-w-none lg:shrink-0">
        {paused ? <PayLink purchase={paused} courseId={_id} /> : <WaysBack course={course} />}
      </div>
      {showsNotes && <CourseNotes course={course} onClose={() => setShowsNotes(false)} />}
    </li>
  );
}

/** With their progress, notes and the ways back. */
export function EndedCourses({ courses }: { courses: readonly EndedCourse[] }) {
  const purchases = useQuery(ownPurchasesQuery()).data?.purchases;
  if (!purchases) return null;
  return (
    <ul className="surface divide-y divide-line max-sm:rounded-none max-sm:border-x-0 max-sm:bg-transparent">
      {courses.map((course) => (
        <EndedRow key={course._id} course={course} purchases={purchases} />
      ))}
    </ul>
  );
}
