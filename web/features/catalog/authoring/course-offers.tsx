import { Link } from 'react-router';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { lengthLabelOf, spanOf } from '#contract/billing/plan-term.ts';
import { countOf, formatCount, formatMoney } from '#contract/format.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Cover } from '#web/ui/covers/cover.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';

type Price = ResponseOf<'GET /admin/courses/:courseId/price'>['price'];

/** The plans on sale that open the course with others. */
export function Bundles({ price }: { price: Price }) {
  const { currencySymbol } = useSite();
  return (
    <Panel
      title="Bundles that contain it"
      aside={
        <Link to={pathTo('plans')} className="link text-sm">
          All plans
        </Link>
      }
    >
      {price.bundles.length === 0 ? (
        <p className="text-sm text-muted">None is on sale.</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {price.bundles.map(({ planId, name, priceInPaise, term, courses, holders }) => (
            <li key={planId} className="flex flex-wrap justify-between gap-x-6 py-2.5">
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{name}</span>
                <span className="meta">
                  {courses === null ? 'All courses, always in it' : countOf(courses, 'course')}
                </span>
              </span>
              <span className="text-end">
                <span className="num block">
                  {formatMoney(priceInPaise, currencySymbol)} {spanOf(term)}
                </span>
                <span className="meta">{formatCount(holders)} with access</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** At most three offers, the one of this course first, as it is saved. */
export function Preview({ course, price }: { course: ManagedCourse; price: Price }) {
  const { currencySymbol } = useSite();
  const own =
    price.kind === 'bundles' || price.term === null
      ? []
      : [{ name: 'This course', priceInPaise: price.priceInPaise ?? 0, term: price.term, detail: course.title }];
  const offers = [
    ...own,
    ...price.bundles.map(({ name, priceInPaise, term, courses }) => ({
      name,
      priceInPaise,
      term,
      detail: courses === null ? 'All courses' : countOf(courses, 'course'),
    })),
  ].slice(0, 3);
  return (
    <div className="surface overflow-hidden shadow-lift">
      <Cover title={course.title} src={course.thumbnail.secure_url} />
      <ul className="grid gap-2 p-4 text-sm">
        {offers.map(({ name, priceInPaise, term, detail }) => (
          <li key={name} className="flex justify-between gap-3 rounded-box border border-line-strong p-3">
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{name}</span>
              <span className="meta">
                {detail}, {lengthLabelOf(term).toLowerCase()}
              </span>
            </span>
            <span className="font-display text-lg">
              {priceInPaise === 0 ? 'Free' : formatMoney(priceInPaise, currencySymbol)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
