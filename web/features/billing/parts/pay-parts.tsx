import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Lock } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Part } from '#contract/billing/part-fields.ts';
import type { Way } from '#contract/billing/way-names.ts';
import { formatDay, formatMoney } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import { wantedCourse } from '#web/features/billing/wanted-course.ts';
import { useOrderAddress } from '#web/features/billing/checkout/checkout-queries.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { DetailSkeleton, EmptyState, LoadingNote, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { PartRows } from './part-rows.tsx';
import { namesOf, openParts, overdueSentenceOf, partsToPay, sumOfMissing } from './part-words.ts';
import { CHOICE } from './parts-choice.tsx';
import { type OwnParts, ownPartsQuery } from './parts-queries.ts';
import { usePartPayment } from './use-part-payment.ts';

/** Most schools sell online alone. */
const OtherWays = lazy(() => import('#web/features/billing/ways/other-ways.tsx'));

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="page py-8 lg:py-12">
    <div className="mx-auto max-w-xl">{children}</div>
  </div>
);

/** The parts of a purchase, and how the next of them are paid. */
export function Component() {
  const { t } = useLingui();
  const { paymentId = '' } = useParams();
  const query = useQuery(ownPartsQuery());
  return (
    <QueryBoundary
      query={query}
      skeleton={
        <Frame>
          <LoadingNote />
          <DetailSkeleton />
        </Frame>
      }
      failure={t`Your parts could not be loaded`}
      frame={Frame}
    >
      {({ purchases }) => {
        const purchase = purchases.find((one) => one.paymentId === paymentId);
        return <Frame>{purchase ? <Purchase purchase={purchase} /> : <Unknown />}</Frame>;
      }}
    </QueryBoundary>
  );
}

const Unknown = () => (
  <>
    <PageHeading>
      <Trans>This purchase is not yours, or is not paid in parts</Trans>
    </PageHeading>
    <LinkButton to={pathTo('profile')} className="mt-6">
      <Trans>Go to your profile</Trans>
    </LinkButton>
  </>
);

/** Back to the course that led here, or to the profile. */
const useNext = (): string => {
  const courseId = wantedCourse();
  return courseId === undefined ? pathTo('learning') : pathTo('classroom', { course: courseId });
};

function Purchase({ purchase }: { purchase: OwnParts }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { currencySymbol, timeZone } = useSite();
  const next = useNext();
  const { planName, parts, accessUntil, leftInPaise, paidInPaise, totalInPaise } = purchase;
  const sentence = overdueSentenceOf(parts, currencySymbol, useLanguage());
  return (
    <>
      <PageHeading title={t`Parts of ${planName}`} className="text-page wrap-anywhere">
        {planName}
      </PageHeading>
      <p className="mt-3 text-lg text-muted">
        {sentence ?? (
          <Trans>
            {{ amount: formatMoney(paidInPaise, currencySymbol) }} of{' '}
            {{ total: formatMoney(totalInPaise, currencySymbol) }} paid.
          </Trans>
        )}
        {accessUntil !== null && (
          <>
            {' '}
            <Trans>Access until {{ day: formatDay(accessUntil, timeZone, locale) }}.</Trans>
          </>
        )}
      </p>
      <div className="surface mt-5 px-5 py-2 sm:px-6">
        <PartRows parts={parts} />
      </div>
      {leftInPaise > 0 ? (
        <Paying purchase={purchase} />
      ) : (
        <EmptyState
          action={
            <LinkButton to={next}>
              <Trans>Continue</Trans>
            </LinkButton>
          }
        >
          <CircleCheck size={20} className="me-2 inline text-success" aria-hidden="true" />
          <Trans>Nothing is left to pay.</Trans>
        </EmptyState>
      )}
    </>
  );
}

/** What is due, and all the rest: the parts up to one of them. */
const choicesOf = (parts: readonly Part[]): readonly (readonly Part[])[] => {
  const open = openParts(parts);
  const lengths = new Set([1, partsToPay(parts).length, open.length]);
  return [...lengths].toSorted((a, b) => a - b).map((length) => open.slice(0, length));
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface AmountsProps {
  choices: readonly (readonly Part[])[];
  chosen: readonly Part[];
  onChoose: (parts: readonly Part[]) => void;
}

function Amounts({ choices, chosen, onChoose }: AmountsProps) {
  const language = useLanguage();
  const id = useId();
  const { currencySymbol } = useSite();
  if (choices.length < 2) return null;
  return (
    <fieldset className="mt-6 space-y-3">
      <legend className="mb-3 font-semibold">
        <Trans>What do you want to pay?</Trans>
      </legend>
      {choices.map((parts, index) => (
        <label key={parts.length} className={CHOICE}>
          <input
            type="radio"
            name={id}
            checked={parts.length === chosen.length}
            onChange={() => onChoose(parts)}
            className="radio radio-primary shrink-0"
          />
          <span className="min-w-0 flex-1 font-semibold first-letter:uppercase">
            {index > 0 && index === choices.length - 1 ? (
              <Trans>All that is left</Trans>
            ) : (
              capitalized(namesOf(parts, language))
            )}
          </span>
          <span className="num font-semibold">{formatMoney(sumOfMissing(parts), currencySymbol)}</span>
        </label>
      ))}
    </fieldset>
  );
}

const Hint = ({ children }: { children: ReactNode }) => (
  <p className="meta mt-3 flex items-center justify-center gap-2">
    <Lock size={16} aria-hidden="true" />
    {children}
  </p>
);

function Paying({ purchase }: { purchase: OwnParts }) {
  const { currencySymbol, ways } = useSite();
  const { _ } = useLanguage();
  const navigate = useNavigate();
  const next = useNext();
  const { named, rename } = useOrderAddress();
  const { paymentId, planId, parts } = purchase;
  const choices = choicesOf(parts);
  const [length, setLength] = useState(partsToPay(parts).length);
  const chosen = choices.find((one) => one.length === length) ?? openParts(parts).slice(0, 1);
  const upTo = chosen.at(-1)?.n ?? 2;
  const { pay, isBusy, hint } = usePartPayment(paymentId, () => void navigate(next));
  const way: Way = ways.find((one) => one === named('way')) ?? ways[0] ?? 'online';
  const online = (
    <>
      <Button tone="buy" size="large" className="w-full" isBusy={isBusy} onClick={() => void pay(upTo)}>
        <Trans>Pay {{ amount: formatMoney(sumOfMissing(chosen), currencySymbol) }}</Trans>
      </Button>
      {hint && <Hint>{_(hint)}</Hint>}
    </>
  );
  return (
    <>
      <Amounts choices={choices} chosen={chosen} onChoose={({ length: parts }) => setLength(parts)} />
      <div className="mt-6">
        {ways.some((one) => one !== 'online') ? (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <OtherWays
              plan={{ _id: planId }}
              order={{ partsOf: paymentId, upTo }}
              way={way}
              onWay={(one) => rename('way', one)}
              isPriceKnown
              onContinue={() => true}
              onErrors={() => undefined}
              onBought={async () => navigate(next)}
            >
              {online}
            </OtherWays>
          </Suspense>
        ) : (
          online
        )}
      </div>
    </>
  );
}
