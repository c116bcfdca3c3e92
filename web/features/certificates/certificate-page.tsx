import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Check, CirclePlay, ListChecks, type LucideIcon, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { listOfPercents } from '#contract/certificates/certificate-texts.ts';
import { messages } from '#contract/messages.ts';
import { certificateQuery } from '#web/api/certificate-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { LoadingNote, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay, formatLength } from '#contract/format.ts';
import { CertificateActions } from './certificate-actions.tsx';
import { CertificateOffers } from './certificate-offers.tsx';
import { CertificatePicture } from './certificate-picture.tsx';
import { CertificateStatus } from './certificate-status.tsx';
import { type Certificate, hasPdf, lectureCount, requirementWords, withHeadline } from './certificate-words.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

const MissingFrame = ({ children }: { children: ReactNode }) => (
  <>
    <PageHeading>
      <Trans>Certificate not found</Trans>
    </PageHeading>
    {children}
  </>
);

const Loading = () => (
  <>
    <PageHeading className="sr-only">
      <Trans>Certificate</Trans>
    </PageHeading>
    <LoadingNote />
    <Skeleton className="h-24 w-full max-w-3xl" />
    <Skeleton className="mt-6 h-80 w-full max-w-3xl" />
  </>
);

/** What a certificate says, for everyone who wants to check it. */
export function Component() {
  const { t } = useLingui();
  const { code = '' } = useParams();
  const query = useQuery(certificateQuery(code));
  return (
    <div className="page py-6 lg:py-10">
      <QueryBoundary
        query={query}
        skeleton={<Loading />}
        failure={messages.certificates.failure}
        frame={MissingFrame}
        notFound={{
          message: t`There is no certificate with this number. Compare each sign with the paper.`,
          action: (
            <LinkButton to={pathTo('home')}>
              <Trans>Home</Trans>
            </LinkButton>
          ),
        }}
      >
        {({ certificate }) => <Page certificate={certificate} />}
      </QueryBoundary>
    </div>
  );
}

/** Who completed which course, in one sentence. */
const Statement = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useLingui();
  return (
    <>
      <PageHeading
        title={t`${{ holderName: certificate.holderName }} completed ${{ courseTitle: certificate.courseTitle }}`}
        className="mt-7 text-page"
      >
        <span className="block wrap-anywhere">
          <Trans>{{ holderName: certificate.holderName }} completed</Trans>
        </span>
        <span className="block wrap-anywhere">{certificate.courseTitle}</span>
      </PageHeading>
      <p className="mt-4 text-lg text-muted wrap-anywhere">
        <Trans>
          A course of {{ lectures: lectureCount(certificate, useLanguage()) }} by{' '}
          {{ teacher: withHeadline(certificate) }}.
        </Trans>
      </p>
    </>
  );
};

const Page = ({ certificate }: { certificate: Certificate }) => (
  <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[1fr_26rem]">
    <div className="min-w-0">
      <CertificateStatus certificate={certificate} />
      <Statement certificate={certificate} />
      {hasPdf(certificate) && (
        <div className="mt-6 lg:hidden">
          <CertificatePicture code={certificate.code} />
          <CertificateOffers certificate={certificate} address={certificate.address} />
        </div>
      )}
      <Evidence certificate={certificate} />
      <Requirements certificate={certificate} />
      <p className="mt-8 hidden gap-3 text-sm text-muted lg:flex">
        <ShieldCheck size={18} className="shrink-0" aria-hidden="true" />
        <span className="measure">
          <Trans>If paper and page differ, trust this page.</Trans>
        </span>
      </p>
    </div>
    <aside aria-labelledby="about-it" className="min-w-0 lg:rounded-box lg:border lg:border-line lg:bg-base-100 lg:p-5">
      {hasPdf(certificate) && (
        <div className="max-lg:hidden">
          <CertificatePicture code={certificate.code} />
          <CertificateOffers certificate={certificate} address={certificate.address} />
        </div>
      )}
      <h2 id="about-it" className="mb-2 text-section lg:sr-only">
        <Trans>About it</Trans>
      </h2>
      <Details certificate={certificate} />
      <CertificateActions certificate={certificate} />
      <p className="mt-6 flex gap-3 text-sm text-muted lg:hidden">
        <ShieldCheck size={18} className="shrink-0" aria-hidden="true" />
        <span>
          <Trans>If paper and page differ, trust this page.</Trans>
        </span>
      </p>
    </aside>
  </div>
);

interface MeasuredProps {
  icon: LucideIcon;
  title: string;
  value: string;
  children: ReactNode;
}

const Measured = ({ icon: Icon, title, value, children }: MeasuredProps) => (
  <li className="grid grid-cols-[auto_1fr] gap-x-4 border-t border-line py-5 first:border-t-0">
    <Icon size={22} className="mt-0.5 text-muted" aria-hidden="true" />
    <div className="min-w-0">
      <p className="flex flex-wrap justify-between gap-x-4 text-lg">
        <span className="font-semibold">{title}</span>
        <span className="num">{value}</span>
      </p>
      {children}
    </div>
  </li>
);

const Evidence = ({ certificate: { evidence, required } }: { certificate: Certificate }) => {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <ul className="surface mt-8 px-5 sm:px-6" aria-label={t`What was measured`}>
      {evidence.totalMs > 0 && required.coveragePercent > 0 && (
        <Measured
          icon={CirclePlay}
          title={t`Watched`}
          value={t`${{ percent: evidence.watchedPercent }}% of ${{ length: formatLength(evidence.totalMs, locale) }}`}
        >
          <progress
            className="progress mt-2 h-1.5 w-full text-primary"
            value={evidence.watchedPercent}
            max={100}
            aria-hidden="true"
          />
          <p className="mt-1 text-muted">
            <Trans>Measured while the lectures played. Skipped parts do not count.</Trans>
          </p>
        </Measured>
      )}
      {evidence.quizzes > 0 && (
        <Measured
          icon={ListChecks}
          title={t`Quizzes`}
          value={t`${{ passed: evidence.passedQuizzes }} of ${{ quizzes: evidence.quizzes }} passed`}
        >
          {evidence.bestPercents.length > 0 && (
            <p className="mt-1 text-muted">
              <Trans>Best scores {{ bestPercents: listOfPercents(evidence.bestPercents) }}.</Trans>
            </p>
          )}
        </Measured>
      )}
      <Measured
        icon={BookOpen}
        title={t`Lectures`}
        value={t`${{ number: evidence.doneLectures }} of ${{ count: evidence.lectures }}`}
      >
        <p className="mt-1 text-muted">
          <Trans>Completed.</Trans>
        </p>
      </Measured>
    </ul>
  );
};

const Requirements = ({ certificate }: { certificate: Certificate }) => {
  const language = useLanguage();
  const { locale } = language;
  const { timeZone } = useSite();
  return (
    <section aria-labelledby="required" className="mt-9">
      <h2 id="required" className="text-section">
        <Trans>What was required</Trans>
      </h2>
      <ul className="mt-4 grid gap-2">
        {requirementWords([certificate.required, certificate.evidence], language).map(({ text }) => (
          <li key={text} className="flex gap-3">
            <Check size={18} className="mt-1 shrink-0 text-success" aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">
        <Trans>
          The rules of {{ day: formatDay(certificate.required.since, timeZone, locale) }}. Later changes to the course
          change nothing here.
        </Trans>
      </p>
    </section>
  );
};

const Details = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const { code, issuer, teacher, completedAt, issuedAt, validUntil, language, design } = certificate;
  const rows: readonly (readonly [string, string])[] = [
    [t`Number`, code],
    [t`Issued by`, issuer],
    [t`Teacher`, teacher],
    ...(design.signatory === ''
      ? []
      : [[t`Signed by`, [design.signatory, design.signatoryTitle].filter(Boolean).join(', ')] as const]),
    [t`Completed`, formatDay(completedAt, timeZone, locale)],
    ...(formatDay(issuedAt, timeZone, locale) === formatDay(completedAt, timeZone, locale)
      ? []
      : [[t`Issued`, formatDay(issuedAt, timeZone, locale)] as const]),
    [t`Valid`, validUntil === null ? t`No expiry date` : t`Until ${{ day: formatDay(validUntil, timeZone, locale) }}`],
    [t`Language`, new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language],
  ];
  return (
    <dl className="lg:mt-4">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-x-6 border-b border-line py-3">
          <dt className="text-muted">{name}</dt>
          <dd className="num min-w-0 text-end wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
};
