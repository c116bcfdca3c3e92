import { useQuery } from '@tanstack/react-query';
import { Check, Copy, ExternalLink, MessageCircle, Tag } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { countOf, formatMoney } from '#contract/format.ts';
import { spanOf } from '#contract/billing/plan-term.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useCoursePages, useIsTeaching } from '#web/app/session/course-pages.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Book } from '#web/ui/covers/cover.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { coursePriceQuery } from './course-price-query.ts';

const QrCode = lazy(() => import('#web/ui/qr-code.tsx').then((module) => ({ default: module.QrCode })));

const isOnThisMachine = (address: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(address);

/** After publishing: the address to share, and the one step that is next. */
export function LivePanel({ course, lectures }: { course: ManagedCourse; lectures: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const address = new URL(pathTo('course', { course: course._id }), location.origin).href;
  return (
    <section
      aria-labelledby="is-live"
      className="surface grid overflow-hidden border-primary shadow-lift md:grid-cols-[12rem_1fr]"
    >
      <div className="flex items-end justify-center border-b-8 border-(--ledge) bg-base-200 px-6 pt-8 max-md:h-48">
        <Book title={course.title} className="w-32" />
      </div>
      <div className="min-w-0 p-5 sm:p-6">
        <p className="flex items-center gap-2 text-sm font-semibold text-success">
          <Check size={18} aria-hidden="true" />
          {lectures === 0 ? 'Published, without a lecture yet' : `Published with ${countOf(lectures, 'lecture')}`}
        </p>
        <h2 ref={heading} id="is-live" tabIndex={-1} className="font-display text-3xl outline-none">
          It is live
        </h2>
        <p className="mt-1 text-sm text-muted">Everyone can see it now. It appears in search within a minute.</p>
        <Share course={course} address={address} />
      </div>
      <NextStep course={course} />
    </section>
  );
}

function Share({ course, address }: { course: ManagedCourse; address: string }) {
  const [isCopied, setCopied] = useState(false);
  const message = `I made a new course: ${course.title}. ${address}`;
  return (
    <div className="mt-4 flex flex-wrap items-start gap-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-sm font-semibold">Its address</p>
        <p className="mt-1.5 rounded-field border border-line-strong px-3 py-2.5 text-sm break-all">{address}</p>
        {isOnThisMachine(address) && (
          <p className="mt-2 text-sm text-warning">
            This address works on this machine alone. Open the school at its own address, and share that.
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button tone="quiet" onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}>
            <Copy size={18} aria-hidden="true" />
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <a
            className="btn btn-quiet"
            href={`https://wa.me/?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noreferrer"
          >
            <MessageCircle size={18} aria-hidden="true" />
            Send on WhatsApp
          </a>
          <LinkButton tone="quiet" to={pathTo('course', { course: course._id })}>
            <ExternalLink size={18} aria-hidden="true" />
            See it
          </LinkButton>
        </div>
      </div>
      <Suspense fallback={<div className="size-32" />}>
        <QrCode text={address} label={`QR code of ${address}`} className="size-32 rounded-field" />
      </Suspense>
    </div>
  );
}

/** The price, which only admins set. */
const NextStep = ({ course }: { course: ManagedCourse }) => (useIsTeaching() ? null : <PriceStep course={course} />);

function PriceStep({ course }: { course: ManagedCourse }) {
  const { currencySymbol, isSelling } = useSite();
  const { edit } = useCoursePages();
  const price = useQuery(coursePriceQuery(course._id)).data?.price;
  if (!price) return null;
  const [bundle] = price.bundles;
  const alone =
    price.kind === 'bundles'
      ? 'It has no price of its own yet'
      : price.kind === 'free'
        ? 'It is free'
        : `It costs ${formatMoney(price.priceInPaise ?? 0, currencySymbol)}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line bg-base-200 p-5 sm:px-6 md:col-span-2">
      <p className="flex min-w-0 items-start gap-3">
        <Tag size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span>
          <span className="block font-semibold">{isSelling ? alone : 'Nobody can pay yet'}</span>
          {bundle && price.kind === 'bundles' && (
            <span className="block text-sm text-muted">
              Until then people get it only with {bundle.name}, {formatMoney(bundle.priceInPaise, currencySymbol)}{' '}
              {spanOf(bundle.term)}.
            </span>
          )}
        </span>
      </p>
      <LinkButton to={edit({ course: course._id, tab: 'price' })}>
        {price.kind === 'bundles' ? 'Set its price' : 'Change its price'}
      </LinkButton>
    </div>
  );
}
