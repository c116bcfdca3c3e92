import { BadgeCheck, Check, Lock, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { BundleTerms } from '#web/components/bundle-terms.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Book } from '#web/components/cover.tsx';
import { formatDay, formatMoney } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { useSite } from '#web/components/site.tsx';
import { usePurchase } from '#web/pages/checkout/use-purchase.ts';

const benefits = (renews: boolean): string[] => [
  'All video lectures in all courses',
  'New courses as they are published',
  'On your phone and on your computer',
  renews ? 'Valid for 1 year, renews each year until you turn it off' : 'Valid for 1 year, no automatic renewal',
];

const books = [
  { title: 'Spoken Japanese for Travellers', size: 'h-42 w-29 text-[0.75rem]' },
  { title: 'Python for People Who Use Spreadsheets', size: 'h-35 w-25 text-[0.6875rem]' },
  { title: 'How Monsoons Work', size: 'h-46 w-30 text-[0.8125rem]' },
  { title: 'Writing That Gets a Reply', size: 'h-38 w-26 text-[0.6875rem]' },
  { title: 'Carnatic Vocals from the First Swara', size: 'h-43 w-28 text-[0.75rem]' },
  { title: 'The Courtyard House: Climate and Plan', size: 'h-34 w-23 text-[0.625rem]' },
];

const Shelf = () => (
  <div className="mt-12 hidden lg:block">
    <div className="flex items-end gap-2.5">
      {books.map(({ title, size }) => (
        <Book key={title} title={title} className={`shrink ${size}`} />
      ))}
    </div>
    <div className="ledge" />
  </div>
);

const oneYearFromNow = (): string => {
  const day = new Date();
  day.setFullYear(day.getFullYear() + 1);
  return day.toISOString();
};

const RefundPromise = ({ price }: { price: string }) => (
  <div className="flex gap-4 border-t border-line bg-base-200 p-6 sm:px-8">
    <Undo2 size={20} className="mt-1 text-success" aria-hidden="true" />
    <div>
      <h2 className="font-sans text-base font-semibold tracking-normal">100% refund on cancellation within 7 days</h2>
      <div className="text-sm text-muted">
        <p>Cancel from your profile and the full {price} goes back the way you paid.</p>
        <details className="mt-1">
          <summary className="w-fit cursor-pointer list-none underline underline-offset-3">Terms applied</summary>
          <BundleTerms className="mt-2" />
        </details>
      </div>
    </div>
  </div>
);

const Offer = ({ price, children }: { price: { symbol: string; amount: string }; children: ReactNode }) => {
  const { timeZone } = useSite();
  return (
    <div className="p-6 sm:p-8">
      <p className="font-semibold">All courses, valid for 1 year</p>
      <p className="mt-3 font-display text-[4.5rem] leading-none pt-4">
        <span className="align-[0.35em] text-[0.56em]">{price.symbol}</span>
        {price.amount}
      </p>
      <p className="mt-2 mb-6 text-sm text-muted">
        All taxes included. Access until {formatDay(oneYearFromNow(), timeZone)}.
      </p>
      {children}
    </div>
  );
};

const AlreadyBought = () => (
  <>
    <output className="mb-4 flex items-center gap-3 font-semibold">
      <BadgeCheck size={20} className="text-success" aria-hidden="true" />
      {messages.payment.already}
    </output>
    <LinkButton to="/courses" size="large" className="w-full">
      Go to the courses
    </LinkButton>
  </>
);

const NotOnSale = ({ reason }: { reason: string }) => (
  <>
    <output className="mb-4 block font-semibold">{reason}</output>
    <LinkButton to="/courses" tone="quiet" size="large" className="w-full">
      See the courses
    </LinkButton>
  </>
);

const Buying = ({ purchase }: { purchase: ReturnType<typeof usePurchase> }) => (
  <>
    <Button
      tone="buy"
      size="large"
      className="w-full"
      onClick={() => void purchase.buy()}
      isBusy={purchase.isBusy}
      busyText={purchase.isConfirming ? 'Checking the payment' : 'Buy Now'}
    >
      Buy Now
    </Button>
    <p className="mt-3 flex items-center justify-center gap-2 text-sm text-muted">
      <Lock size={16} aria-hidden="true" />
      Opens the Razorpay payment window
    </p>
  </>
);

export function Component() {
  const { currencySymbol, priceInPaise, renews } = useSite();
  const purchase = usePurchase();
  const price = { symbol: currencySymbol, amount: formatMoney(priceInPaise, '') };
  return (
    <div className="page grid items-start gap-8 py-8 lg:grid-cols-[1fr_26rem] lg:gap-20 lg:py-16">
      <div>
        <PageHeading className="text-page lg:mt-3">Subscription Bundle</PageHeading>
        <p className="measure mt-3 text-lg text-muted">
          Every lecture in every course, for a year.{!renews && ' Pay once.'}
        </p>
        <ul className="mt-6 space-y-3.5">
          {benefits(renews).map((benefit) => (
            <li key={benefit} className="flex gap-3">
              <Check size={20} className="mt-1 text-success" aria-hidden="true" />
              {benefit}
            </li>
          ))}
        </ul>
        <Shelf />
      </div>
      <section aria-label="Price" className="surface overflow-hidden shadow-lift">
        <Offer price={price}>
          {purchase.hasAccess && <AlreadyBought />}
          {!purchase.hasAccess && purchase.notOnSale && <NotOnSale reason={purchase.notOnSale} />}
          {!purchase.hasAccess && !purchase.notOnSale && <Buying purchase={purchase} />}
        </Offer>
        <RefundPromise price={`${price.symbol}${price.amount}`} />
      </section>
    </div>
  );
}
