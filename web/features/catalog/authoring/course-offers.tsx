import { TriangleAlert } from 'lucide-react';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { lengthLabelOf, spanOf } from '#contract/billing/plan-term.ts';
import { countOf, formatMoney } from '#contract/format.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { parseRupees } from '#web/features/billing/plans/rupee-input.ts';
import { Cover } from '#web/ui/covers/cover.tsx';
import { useSite } from '#web/ui/page/site.tsx';

type Price = ResponseOf<'GET /admin/courses/:courseId/price'>['price'];

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

/** A bundle that opens the course too, and costs less: shown as a warning. */
export function Cheaper({ amount, price, title }: { amount: string; price: Price; title: string }) {
  const { currencySymbol } = useSite();
  const own = parseRupees(amount);
  const cheaper = price.bundles.find(({ priceInPaise }) => own !== undefined && priceInPaise < own);
  if (!cheaper) return null;
  return (
    <div className="flex gap-3 rounded-box bg-warning/12 p-4 text-sm" role="note">
      <TriangleAlert size={20} className="mt-0.5 shrink-0 text-warning" aria-hidden="true" />
      <div>
        <p className="font-semibold">
          {cheaper.name} is cheaper: {formatMoney(cheaper.priceInPaise, currencySymbol)} {spanOf(cheaper.term)}
        </p>
        <p>
          It opens this course too. You can leave it so, or say on the course’s page why {title} alone is worth more.
        </p>
      </div>
    </div>
  );
}
