import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck, NotebookPen, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { EndedCourse } from '#contract/classroom/learning.ts';
import { learningQuery } from '#web/api/lecture-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { type OwnPurchase, ownPurchasesQuery } from '#web/features/billing/billing-queries.ts';
import { CheckoutLink } from '#web/features/billing/checkout-link.tsx';
import { overdueSentenceOf } from '#web/features/billing/parts/part-words.ts';
import { usePausedParts } from '#web/features/billing/parts/parts-queries.ts';
import { PayLink } from '#web/features/billing/parts/pay-link.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { CourseNotes } from './course-notes.tsx';
import { endOf, WaysBack } from './ended-courses.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

const ROW = 'flex min-h-14 w-full items-center gap-4 px-5 py-3 text-start';

interface RowProps {
  icon: ReactNode;
  name: string;
  note: string;
}

const RowText = ({ icon, name, note }: RowProps) => (
  <>
    {icon}
    <span className="min-w-0 flex-1">
      <span className="block font-medium">{name}</span>
      <span className="meta block">{note}</span>
    </span>
  </>
);

const Next = <ChevronRight size={20} className="shrink-0 text-muted" aria-hidden="true" />;

/** What outlasts the access: the place, the notes, and a refund that is pending. */
function Kept({ course }: { course: EndedCourse }) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const [showsNotes, setShowsNotes] = useState(false);
  const { lectures, doneLectures, notes, end } = course;
  return (
    <ul className="surface mt-6 divide-y divide-line">
      <li className={ROW}>
        <RowText
          icon={<CircleCheck size={22} className="shrink-0 text-success" aria-hidden="true" />}
          name={t`Your place is kept`}
          note={_(
            msg({
              message: plural(lectures, {
                one: `${doneLectures} of # lecture done`,
                other: `${doneLectures} of # lectures done`,
              }),
            }),
          )}
        />
      </li>
      {notes > 0 && (
        <li>
          <button type="button" className={`${ROW} cursor-pointer`} onClick={() => setShowsNotes(true)}>
            <RowText
              icon={<NotebookPen size={22} className="shrink-0 text-muted" aria-hidden="true" />}
              name={_(msg({ message: plural(notes, { one: '# note', other: '# notes' }) }))}
              note={t`You can still read them`}
            />
            {Next}
          </button>
        </li>
      )}
      {end === 'refunded' && (
        <li>
          <Link to={pathTo('profile')} className={ROW}>
            <RowText
              icon={<Undo2 size={22} className="shrink-0 text-muted" aria-hidden="true" />}
              name={t`Your refund`}
              note={t`It goes back the way you paid. Banks usually take 5 to 7 working days.`}
            />
            {Next}
          </Link>
        </li>
      )}
      {showsNotes && <CourseNotes course={course} onClose={() => setShowsNotes(false)} />}
    </ul>
  );
}

/** The purchase of which a part is overdue, and what is said about it. */
const usePause = (courseId: string) => {
  const { currencySymbol } = useSite();
  const language = useLanguage();
  const paused = usePausedParts(courseId);
  return [paused, paused && overdueSentenceOf(paused.parts, currencySymbol, language)] as const;
};

const Ended = ({ course, purchases }: { course: EndedCourse; purchases: readonly OwnPurchase[] }) => {
  const { timeZone } = useSite();
  const language = useLanguage();
  const [paused, pausedText] = usePause(course._id);
  const { title, thumbnail, isShown, _id } = course;
  return (
    <article className="mx-auto mt-4 max-w-120" aria-labelledby="ended-course">
      <div className="overflow-hidden rounded-box">
        <Cover title={title} src={thumbnail} sizes="30rem" isEager />
      </div>
      <h2 id="ended-course" className="mt-5 text-page wrap-anywhere">
        {title}
      </h2>
      <p className="mt-3 text-lg">
        {pausedText ?? <Trans>{{ sentence: endOf(course, purchases, timeZone, language) }}.</Trans>}
      </p>
      <div className="mt-5 grid gap-3">
        {paused ? <PayLink purchase={paused} courseId={_id} isLarge /> : <WaysBack course={course} isWall />}
      </div>
      <Kept course={course} />
      <div className="mt-6 grid gap-3">
        {isShown && (
          <LinkButton to={pathTo('course', { course: _id })} tone="quiet" size="large">
            <Trans>About the course</Trans>
          </LinkButton>
        )}
        <LinkButton to={pathTo('courses')} tone="ghost" size="large">
          <Trans>See all courses</Trans>
        </LinkButton>
      </div>
    </article>
  );
};

/** Replaces a course whose access has ended: the reason, what is kept, and how to get access again. */
export default function CourseWall({ courseId, reason }: { courseId: string; reason: string }) {
  const learning = useQuery(learningQuery());
  const [, pausedText] = usePause(courseId);
  const purchases = useQuery(ownPurchasesQuery());
  if (learning.isPending || purchases.isPending) return null;
  const course = learning.data?.ended.find(({ _id }) => _id === courseId);
  if (course && purchases.data) return <Ended course={course} purchases={purchases.data.purchases} />;
  return (
    <EmptyState
      action={
        <CheckoutLink courseId={courseId}>
          <Trans>Subscribe</Trans>
        </CheckoutLink>
      }
    >
      {pausedText ?? reason}
    </EmptyState>
  );
}
