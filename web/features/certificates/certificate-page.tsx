import { useQuery } from '@tanstack/react-query';
import { BookOpen, Check, CirclePlay, ListChecks, type LucideIcon, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { listOfPercents, requirementsOf } from '#contract/certificates/certificate-texts.ts';
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
import { type Certificate, hasPdf, lectureCount, withHeadline } from './certificate-words.ts';

const MissingFrame = ({ children }: { children: ReactNode }) => (
  <>
    <PageHeading>Certificate not found</PageHeading>
    {children}
  </>
);

const Loading = () => (
  <>
    <PageHeading className="sr-only">Certificate</PageHeading>
    <LoadingNote />
    <Skeleton className="h-24 w-full max-w-3xl" />
    <Skeleton className="mt-6 h-80 w-full max-w-3xl" />
  </>
);

/** What a certificate says, for everyone who wants to check it. */
export function Component() {
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
          message: 'There is no certificate with this number. Compare each sign with the paper.',
          action: <LinkButton to={pathTo('home')}>Home</LinkButton>,
        }}
      >
        {({ certificate }) => <Page certificate={certificate} />}
      </QueryBoundary>
    </div>
  );
}

const Page = ({ certificate }: { certificate: Certificate }) => (
  <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[1fr_26rem]">
    <div className="min-w-0">
      <CertificateStatus certificate={certificate} />
      <PageHeading title={`${certificate.holderName} completed ${certificate.courseTitle}`} className="mt-7 text-page">
        <span className="block wrap-anywhere">{certificate.holderName} completed</span>
        <span className="block wrap-anywhere">{certificate.courseTitle}</span>
      </PageHeading>
      <p className="mt-4 text-lg text-muted wrap-anywhere">
        A course of {lectureCount(certificate)} by {withHeadline(certificate)}.
      </p>
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
        <span className="measure">If paper and page differ, trust this page.</span>
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
        About it
      </h2>
      <Details certificate={certificate} />
      <CertificateActions certificate={certificate} />
      <p className="mt-6 flex gap-3 text-sm text-muted lg:hidden">
        <ShieldCheck size={18} className="shrink-0" aria-hidden="true" />
        <span>If paper and page differ, trust this page.</span>
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

const Evidence = ({ certificate: { evidence, required } }: { certificate: Certificate }) => (
  <ul className="surface mt-8 px-5 sm:px-6" aria-label="What was measured">
    {evidence.totalMs > 0 && required.coveragePercent > 0 && (
      <Measured
        icon={CirclePlay}
        title="Watched"
        value={`${evidence.watchedPercent}% of ${formatLength(evidence.totalMs)}`}
      >
        <progress
          className="progress mt-2 h-1.5 w-full text-primary"
          value={evidence.watchedPercent}
          max={100}
          aria-hidden="true"
        />
        <p className="mt-1 text-muted">Measured while the lectures played. Skipped parts do not count.</p>
      </Measured>
    )}
    {evidence.quizzes > 0 && (
      <Measured icon={ListChecks} title="Quizzes" value={`${evidence.passedQuizzes} of ${evidence.quizzes} passed`}>
        {evidence.bestPercents.length > 0 && (
          <p className="mt-1 text-muted">Best scores {listOfPercents(evidence.bestPercents)}.</p>
        )}
      </Measured>
    )}
    <Measured icon={BookOpen} title="Lectures" value={`${evidence.doneLectures} of ${evidence.lectures}`}>
      <p className="mt-1 text-muted">Completed.</p>
    </Measured>
  </ul>
);

const Requirements = ({ certificate }: { certificate: Certificate }) => {
  const { timeZone } = useSite();
  return (
    <section aria-labelledby="required" className="mt-9">
      <h2 id="required" className="text-section">
        What was required
      </h2>
      <ul className="mt-4 grid gap-2">
        {requirementsOf(certificate).map((text) => (
          <li key={text} className="flex gap-3">
            <Check size={18} className="mt-1 shrink-0 text-success" aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">
        The rules of {formatDay(certificate.required.since, timeZone)}. Later changes to the course change nothing here.
      </p>
    </section>
  );
};

const Details = ({ certificate }: { certificate: Certificate }) => {
  const { timeZone } = useSite();
  const { code, issuer, teacher, completedAt, issuedAt, validUntil, language, design } = certificate;
  const rows: readonly (readonly [string, string])[] = [
    ['Number', code],
    ['Issued by', issuer],
    ['Teacher', teacher],
    ...(design.signatory === ''
      ? []
      : [['Signed by', [design.signatory, design.signatoryTitle].filter(Boolean).join(', ')] as const]),
    ['Completed', formatDay(completedAt, timeZone)],
    ...(formatDay(issuedAt, timeZone) === formatDay(completedAt, timeZone)
      ? []
      : [['Issued', formatDay(issuedAt, timeZone)] as const]),
    ['Valid', validUntil === null ? 'No expiry date' : `Until ${formatDay(validUntil, timeZone)}`],
    ['Language', new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language],
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
