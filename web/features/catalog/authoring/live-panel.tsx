import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, ExternalLink, Tag } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { formatMoney } from '#contract/format.ts';
import { useCourseAddress } from '#web/api/use-course-address.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useCoursePages, useIsTeaching } from '#web/app/session/course-pages.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Book } from '#web/ui/covers/cover.tsx';
import { useSchoolLanguage } from '#web/ui/language/use-school-language.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { SharedAddress, ShareLink } from '#web/ui/share-link.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { coursePriceQuery } from './course-price-query.ts';
import { useTermWords } from '#web/ui/language/term-words.ts';

const QrCode = lazyPart(async () => ({ default: (await import('#web/ui/qr-code.tsx')).QrCode }));

/** After publishing: the address to share, and the one step that is next. */
export function LivePanel({ course, lectures }: { course: ManagedCourse; lectures: number }) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const address = useCourseAddress(course._id);
  return (
    <section
      aria-labelledby="is-live"
      className="surface grid overflow-hidden border-primary shadow-lift md:grid-cols-[12rem_1fr]"
    >
      <div className="flex items-end justify-center border-b-8 border-(--ledge) bg-base-200 px-6 pt-8 max-md:h-48">
        <Book title={course.title} src={course.thumbnail.secure_url} className="h-52 w-36" />
      </div>
      <div className="min-w-0 p-5 sm:p-6">
        <p className="flex items-center gap-2 text-sm font-semibold text-success">
          <Check size={18} aria-hidden="true" />
          {lectures === 0
            ? t`Published without lectures`
            : t`Published with ${plural(lectures, { one: '# lecture', other: '# lectures' })}`}
        </p>
        <h2 ref={heading} id="is-live" tabIndex={-1} className="font-display text-3xl outline-none">
          <Trans>It is live</Trans>
        </h2>
        <p className="mt-1 text-sm text-muted">
          <Trans>Everyone can see your course. The search finds it within a minute.</Trans>
        </p>
        <Share course={course} address={address} />
      </div>
      <NextStep course={course} />
    </section>
  );
}

const Share = ({ course, address }: { course: ManagedCourse; address: string }) => {
  const { t } = useLingui();
  const ofSchool = useSchoolLanguage();
  return (
    <div className="mt-4 flex flex-wrap items-start gap-5">
      <div className="min-w-0 flex-1 basis-64">
        <SharedAddress url={address} />
        <ShareLink
          url={address}
          title={course.title}
          text={ofSchool._(msg`My new course, ${course.title}`)}
          className="mt-3 flex flex-wrap gap-2"
        >
          <LinkButton tone="quiet" to={pathTo('course', { course: course._id })}>
            <ExternalLink size={18} aria-hidden="true" />
            <Trans>View course</Trans>
          </LinkButton>
        </ShareLink>
      </div>
      <Suspense fallback={<div className="size-32" />}>
        <QrCode text={address} label={t`QR code of ${address}`} className="size-32 rounded-field" />
      </Suspense>
    </div>
  );
};

/** The price, which only admins set. */
const NextStep = ({ course }: { course: ManagedCourse }) => (useIsTeaching() ? null : <PriceStep course={course} />);

function PriceStep({ course }: { course: ManagedCourse }) {
  const { t } = useLingui();
  const { span } = useTermWords();
  const { currencySymbol, isSelling } = useSite();
  const { edit } = useCoursePages();
  const price = useQuery(coursePriceQuery(course._id)).data?.price;
  if (!price) return null;
  const [bundle] = price.bundles;
  const alone =
    price.kind === 'bundles'
      ? t`It is not sold separately`
      : price.kind === 'free'
        ? t`It is free`
        : t`It costs ${formatMoney(price.priceInPaise ?? 0, currencySymbol)}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line bg-base-200 p-5 sm:px-6 md:col-span-2">
      <p className="flex min-w-0 items-start gap-3">
        <Tag size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span>
          <span className="block font-semibold">{isSelling ? alone : t`Your school cannot take payments yet`}</span>
          {isSelling && bundle && price.kind === 'bundles' && (
            <span className="block text-sm text-muted">
              <Trans>
                It is included in {bundle.name}, {formatMoney(bundle.priceInPaise, currencySymbol)}{' '}
                {{ span: span(bundle.term) }}.
              </Trans>
            </span>
          )}
        </span>
      </p>
      {isSelling ? (
        <LinkButton to={edit({ course: course._id, tab: 'price' })}>
          {price.kind === 'bundles' ? t`Set a price` : t`Change price`}
        </LinkButton>
      ) : (
        <LinkButton to={pathTo('paymentSettings')}>
          <Trans>Set up payments</Trans>
        </LinkButton>
      )}
    </div>
  );
}
