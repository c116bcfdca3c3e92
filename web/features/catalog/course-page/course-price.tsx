import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#web/api/call.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { CheckList } from '#web/ui/inputs/check-list.tsx';
import { CheckoutLink } from '#web/features/billing/checkout-link.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { formatShortCalendarDay } from '#contract/format.ts';
import {
  inPartsOf,
  opensEverything,
  Price,
  refundPromiseOf,
  renewalOf,
  TermsLink,
} from '#web/features/billing/plan-terms.tsx';
import { termWords } from '#web/ui/language/term-words.ts';
import { pathTo } from '#web/app/path-to.ts';
import { usePausedParts } from '#web/features/billing/parts/parts-queries.ts';
import { useIsOpen } from '#web/features/billing/rights.ts';
import { isFree, type Offer, OfferChoice, type OfferedCourse, scopeOf } from './course-offer.tsx';
import { CoverNote, useNextLecture } from './course-of-member.tsx';
import { FreeLectureLink, type PlayHere } from './free-lecture.tsx';
import { OtherPlans } from './other-plans.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type AboutCourse = ResponseOf<'GET /courses/:courseId/about'>['course'];

type Batch = ResponseOf<'GET /courses/:courseId/batches'>['batches'][number];

interface CallToActionProps<C> {
  course: C;
  offer: Offer;
  /** The batch that is bought with it. */
  batch?: Batch | undefined;
  className?: string;
}

const BuyLink = ({ course: { _id: courseId }, offer, batch, className = '' }: CallToActionProps<OfferedCourse>) => (
  <CheckoutLink
    courseId={courseId}
    planId={offer.alone && offer.chosen?._id}
    batchId={batch?._id}
    className={className}
  >
    {isFree(offer) ? <Trans>Start watching</Trans> : offer.alone ? <Trans>Buy Now</Trans> : <Trans>Subscribe</Trans>}
  </CheckoutLink>
);

function CourseCallToAction({ course, offer, batch, className = '' }: CallToActionProps<AboutCourse>) {
  const { _id: courseId, lectures } = course;
  return useIsOpen(courseId) ? (
    <LinkButton
      to={pathTo('classroom', { course: courseId })}
      tone={lectures.length === 0 ? 'quiet' : 'primary'}
      size="large"
      className={className}
    >
      <Play size={16} aria-hidden="true" />
      <Trans>Watch lectures</Trans>
    </LinkButton>
  ) : (
    <BuyLink {...{ course, offer, batch, className }} />
  );
}

const RefundPromise = ({ offer: { chosen: plan } }: { offer: Offer }) => {
  const language = useLanguage();
  const promise = plan && refundPromiseOf(plan, language);
  return (
    <p className="text-muted text-sm">
      {promise && (
        <>
          <Trans>{promise}.</Trans>{' '}
        </>
      )}
      <TermsLink>
        <Trans>Terms applied.</Trans>
      </TermsLink>
    </p>
  );
};

interface SalesProps<C = AboutCourse> extends Pick<CallToActionProps<C>, 'batch'> {
  course: C;
  offer: Offer;
}

const FreeWithAccount = () => (
  <p className="text-title font-display font-medium">
    <Trans>Free with an account</Trans>
  </p>
);

function PriceLine({ course, offer }: SalesProps<OfferedCourse>) {
  const language = useLanguage();
  if (isFree(offer)) return <FreeWithAccount />;
  if (offer.alone) return <OfferChoice {...{ course, offer }} />;
  const plan = offer.bundle;
  const term = plan && termWords(language).forLength(plan.term);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <Price />
      {plan && (
        <span className="text-muted text-sm">
          {[term, language._(msg`all courses`), inPartsOf(plan, language)].filter(Boolean).join(', ')}
        </span>
      )}
    </p>
  );
}

function Included({ course, offer: { chosen: plan, plans } }: SalesProps<OfferedCourse>) {
  const language = useLanguage();
  const { _ } = language;
  const count = course.numberOfLectures;
  const all = count > 1 ? msg`All ${count} lectures` : msg`Every lecture`;
  const included = [
    _(plan && !opensEverything(plan) ? all : msg`All courses, and every new one`),
    _(msg`On phone, tablet and computer`),
    ...(plan && plan.priceInPaise > 0 ? [renewalOf(plan, language).replace(/[.।]$/, '')] : []),
  ];
  return (
    <div className="border-line mt-5 border-t pt-5">
      <h2 className="font-sans font-semibold">
        <Trans>What is included</Trans>
      </h2>
      <CheckList items={included} className="mt-2 space-y-2 text-sm" />
      <OtherPlans courseId={course._id} plans={plans} />
    </div>
  );
}

/** After a free lecture; the button is beside it on wide screens, and in the bar at the bottom on narrow ones. */
export const PriceAfterLecture = ({ course, offer, course: { lectures } }: SalesProps) => {
  const others = lectures.length - 1;
  return (
    <div className="border-line bg-base-100 border-b p-5 lg:border-x">
      {others > 0 && (
        <p className="mb-2 font-semibold">
          <Plural value={others} one="Watch the other lecture" other="Watch the other # lectures" />
        </p>
      )}
      <PriceLine {...{ course, offer }} />
      <div className="mt-2">
        <RefundPromise offer={offer} />
      </div>
    </div>
  );
};

/** The picture of the course at the top of a phone, or above the price. */
export const CourseCover = ({ course: { title, thumbnail } }: { course: OfferedCourse }) => (
  <Cover title={title} src={thumbnail.secure_url} sizes="(width >= 64rem) 24rem, 100vw" isEager />
);

/** "starts 7 Dec 2026", the first day of a batch. */
const startOf = ({ state, startsOn }: Batch, { _, locale }: Language): string => {
  const day = formatShortCalendarDay(startsOn, locale);
  return _(state === 'running' ? msg`began ${day}` : msg`starts ${day}`);
};

/** The price and the button, for people who do not have the course. */
function ForBuyers(props: SalesProps<OfferedCourse>) {
  const language = useLanguage();
  if (usePausedParts(props.course._id)) return <BuyLink {...props} className="w-full" />;
  return (
    <>
      <div className="for-buyers">
        <PriceLine {...props} />
      </div>
      {props.batch && (
        <p className="mt-3 text-sm text-muted first-letter:uppercase">{startOf(props.batch, language)}</p>
      )}
      <BuyLink {...props} className="mt-5 mb-3.5 w-full" />
      <div className="for-buyers">
        <RefundPromise offer={props.offer} />
        <Included {...props} />
      </div>
    </>
  );
}

/** The card as a visitor sees it, for a preview. */
export const BuyersCard = (props: SalesProps<OfferedCourse>) => (
  <div className="course-price overflow-hidden">
    <div className="border-b-4 border-(--ledge)">
      <CourseCover course={props.course} />
    </div>
    <div className="p-6">
      <ForBuyers {...props} />
    </div>
  </div>
);

interface PriceCardProps extends SalesProps {
  play: PlayHere;
  /** In the place of the cover. */
  player: ReactNode;
}

/** The cover, and on wide screens the price and the button under it. */
export function PriceCard({ course, offer, batch, play, player }: PriceCardProps) {
  const isOpen = useIsOpen(course._id);
  const next = useNextLecture(course);
  const { t } = useLingui();
  return (
    <aside aria-label={t`Price`} className="lg:sticky lg:top-6 lg:col-start-2 lg:self-start">
      <div className="course-price overflow-hidden max-lg:-mx-5">
        {player ?? (
          <div className="relative border-b-4 border-[var(--ledge)]">
            <CourseCover course={course} />
            <FreeLectureLink course={course} play={play} />
          </div>
        )}
        <div className="for-visitors p-6 max-lg:hidden">
          {isOpen ? (
            <>
              <CourseCallToAction {...{ course, offer }} className="w-full" />
              {next && <p className="text-muted mt-3.5 text-sm wrap-anywhere">{next}</p>}
              <CoverNote courseId={course._id} />
            </>
          ) : (
            <ForBuyers {...{ course, offer, batch }} />
          )}
        </div>
      </div>
    </aside>
  );
}

/** On narrow screens, the details that the bar at the bottom leaves out. */
export function PriceBox({ course, offer }: SalesProps) {
  const { t } = useLingui();
  const isPaused = usePausedParts(course._id) !== undefined;
  if (useIsOpen(course._id)) {
    return (
      <div className="for-visitors mt-6 lg:hidden">
        <CoverNote courseId={course._id} />
      </div>
    );
  }
  if (isPaused) return null;
  return (
    <section aria-label={t`Price`} className="for-visitors for-buyers surface mt-10 p-6 lg:hidden">
      <PriceLine {...{ course, offer }} />
      <div className="mt-3.5">
        <RefundPromise offer={offer} />
      </div>
      <Included {...{ course, offer }} />
    </section>
  );
}

/** On narrow screens, the price or the next lecture, and the button, stay at the bottom. */
export function BottomBar({ course, offer, batch }: SalesProps) {
  const { alone, chosen: plan } = offer;
  const language = useLanguage();
  const isOpen = useIsOpen(course._id);
  const showsPrice = usePausedParts(course._id, !isOpen) === undefined && !isOpen;
  const next = useNextLecture(course);
  const widthInBar = !showsPrice ? 'w-full' : 'grow sm:grow-0';
  return (
    <div className="bottom-bar border-line bg-base-100 sticky bottom-0 z-10 border-t lg:hidden">
      <div className="for-visitors page flex flex-wrap items-center justify-between gap-x-4 py-3">
        {showsPrice && (
          <span className="min-w-0">
            {isFree(offer) ? (
              <FreeWithAccount />
            ) : (
              <>
                <Price {...(alone && plan ? { amountInPaise: plan.priceInPaise } : {})} className="text-3xl" />
                {plan && (
                  <span className="meta block">
                    {batch
                      ? startOf(batch, language)
                      : alone
                        ? scopeOf(plan, language)
                        : `${termWords(language).label(plan.term)}, ${language._(msg`all courses`)}`}
                  </span>
                )}
              </>
            )}
          </span>
        )}
        {next && <span className="meta line-clamp-3 min-w-0 flex-1">{next}</span>}
        <CourseCallToAction {...{ course, offer, batch }} className={next ? 'shrink-0' : widthInBar} />
      </div>
    </div>
  );
}
