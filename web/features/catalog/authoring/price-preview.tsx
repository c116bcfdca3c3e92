import type { Plan } from '#contract/billing/plans.ts';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { useOffer } from '#web/features/catalog/course-page/course-offer.tsx';
import { BuyersCard } from '#web/features/catalog/course-page/course-price.tsx';
import { type Body, keyOf, type Price } from './price-draft.ts';

/** The offers of the course's page once `body` is saved; without it, those of now. */
const offersWith = ({ offers, planId, term, refundDays }: Price, courseId: string, body: Body | undefined): Plan[] => {
  if (body === undefined) return offers;
  const isAlone = ({ opens }: Plan): boolean => opens !== 'everything' && opens.courseIds.length === 1;
  if (body.kind === 'bundles') return offers.filter((plan) => !isAlone(plan));
  const isFree = body.kind === 'free';
  const now = offers.find(({ _id }) => _id === planId);
  const set = isFree ? null : (body.term ?? term);
  const made: Plan['term'] =
    set === null ? { unit: 'lifetime', count: 1 } : 'date' in set ? set : { unit: set.unit, count: set.count ?? 1 };
  const plan: Plan = {
    _id: planId ?? '',
    name: '',
    opens: { courseIds: [courseId] },
    priceInPaise: isFree ? 0 : (body.priceInPaise ?? 0),
    comparePriceInPaise: isFree ? null : (body.comparePriceInPaise ?? null),
    term: made,
    // As the server does: renewal stays only if the term does.
    isRenewing: !isFree && now?.isRenewing === true && keyOf(made) === keyOf(now.term),
    refundDays: isFree ? 0 : (body.refundDays ?? refundDays ?? 0),
    parts: isFree ? null : (now?.parts ?? null),
  };
  return [...offers.filter(({ _id }) => _id !== planId), plan];
};

interface PreviewProps {
  course: ManagedCourse;
  price: Price;
  /** What would be saved. */
  body: Body | undefined;
}

/** The card of the course's page, as visitors see it once what is typed is saved. */
export default function PricePreview({ course, price, body }: PreviewProps) {
  const offer = useOffer(course._id, offersWith(price, course._id, body));
  return (
    <div className="surface overflow-hidden shadow-lift" inert>
      <BuyersCard course={course} offer={offer} />
    </div>
  );
}
