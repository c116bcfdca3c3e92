import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Award, CircleCheck, CircleDashed, Download } from 'lucide-react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { certificateStandingQuery } from '#web/api/certificate-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay } from '#contract/format.ts';
import { fileOf, hasPdf, requirementWords } from './certificate-words.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

type Standing = ResponseOf<'GET /courses/:courseId/certificate'>;

const Claim = ({ courseId, label }: { courseId: string; label: string }) => {
  const claim = useAction({
    run: () => call('POST /courses/:courseId/certificate', { params: { courseId } }),
    messages: { error: messages.certificates.issueFailed },
    changes: ['certificates'],
  });
  return (
    <Button className="mt-5 max-sm:w-full" isBusy={claim.isBusy} onClick={() => claim.start(undefined)}>
      {label}
    </Button>
  );
};

const againWords = {
  quizzes: msg`Pass every required quiz again`,
  lectures: msg`Watch every required lecture again`,
} as const;

interface Open {
  _id: string;
  title: string;
}

/** Links to what is still to do. */
const ToDo = ({ courseId, items }: { courseId: string; items: readonly Open[] }) =>
  items.length > 0 && (
    <ul className="mt-1 grid gap-1">
      {items.map(({ _id: lecture, title }) => (
        <li key={lecture}>
          <Link
            to={pathTo('classroom', { course: courseId, lecture })}
            className="link inline-flex min-h-9 items-center wrap-anywhere"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );

/** From 30 days before the last day on: what is done again, and the button once it is. */
const Renewal = ({
  courseId,
  standing: { renewal, certificate, quizzes, request },
}: {
  courseId: string;
  standing: Standing;
}) => {
  const { t } = useLingui();
  const { _, locale } = useLanguage();
  const { timeZone } = useSite();
  if (!renewal?.isOpen || !certificate?.validUntil) return null;
  const { again, done, needed } = renewal;
  const day = formatDay(certificate.validUntil, timeZone, locale);
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p>
        {certificate.state === 'expired' ? (
          <Trans>It expired on {day}.</Trans>
        ) : (
          <Trans>It is valid until {day}.</Trans>
        )}{' '}
        <Trans>{{ value: _(againWords[again]) }} to renew it:</Trans>{' '}
        <span className="num">
          <Trans>
            {{ min: Math.min(done, needed) }} of {needed}
          </Trans>
        </span>{' '}
        <Trans>so far.</Trans>
      </p>
      {again === 'quizzes' && (
        <ToDo courseId={courseId} items={quizzes.filter(({ isPassedAgain }) => !isPassedAgain)} />
      )}
      {done >= needed && request?.state !== 'waiting' && <Claim courseId={courseId} label={t`Renew certificate`} />}
    </div>
  );
};

type Requirement = ReturnType<typeof requirementWords>[number]['of'];

const isMet = ({ rule, evidence, certificate }: Standing): Record<Requirement, boolean> => ({
  lectures: evidence.lectures > 0 && evidence.doneLectures === evidence.lectures,
  minutes: evidence.totalMs === 0 || evidence.watchedPercent >= (rule?.coveragePercent ?? 0),
  quizzes: evidence.passedQuizzes === evidence.quizzes,
  approval: certificate !== null && hasPdf(certificate),
});

/** What a person has to decide, or has declined. */
const Request = ({ courseId, standing: { request, isFulfilled } }: { courseId: string; standing: Standing }) => {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  if (!request) return null;
  if (request.state === 'waiting')
    return (
      <p className="mt-4">
        <Trans>
          Waiting for your teacher’s approval since {{ day: formatDay(request.requestedAt, timeZone, locale) }}.
        </Trans>
      </p>
    );
  return (
    <>
      <p className="mt-4 wrap-anywhere">
        <Trans>It was not approved: {{ reason: request.reason }}</Trans>
      </p>
      {isFulfilled && <Claim courseId={courseId} label={t`Ask again`} />}
    </>
  );
};

/** What a certificate cannot show, while the name can still be changed. */
const LettersNotDrawn = ({ letters }: { letters: readonly string[] }) =>
  letters.length > 0 && (
    <p className="mt-4 text-warning wrap-anywhere">
      <Trans>
        The PDF and the picture cannot show {{ join: letters.join(' ') }}. The page of the certificate can. To change
        how your name is written, open your profile.
      </Trans>
    </p>
  );

const Requirements = ({ courseId, standing }: { courseId: string; standing: Standing }) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { rule, evidence, lectures, quizzes } = standing;
  if (!rule) return null;
  const met = isMet(standing);
  const toDo = {
    lectures: lectures.filter(({ isDone }) => !isDone),
    quizzes: quizzes.filter(({ isPassed }) => !isPassed),
    minutes: [],
    approval: [],
  } satisfies Record<Requirement, Open[]>;
  const approvedBy = rule.needsApproval ? t`your teacher` : '';
  return (
    <ul className="mt-4 grid gap-2">
      {requirementWords([{ ...rule, approvedBy }, evidence], language).map(({ of, text }) => (
        <li key={of} className="flex gap-3">
          {met[of] ? (
            <CircleCheck size={20} className="mt-0.5 shrink-0 text-success" aria-label={t`Done:`} />
          ) : (
            <CircleDashed size={20} className="mt-0.5 shrink-0 text-muted" aria-label={t`Not yet:`} />
          )}
          <div className="min-w-0">
            {text}
            {of === 'minutes' && (
              <>
                : <Trans>you watched {{ watchedPercent: evidence.watchedPercent }}%</Trans>
              </>
            )}
            <ToDo courseId={courseId} items={toDo[of]} />
          </div>
        </li>
      ))}
    </ul>
  );
};

/** What the certificate of a course demands, what of it is done, and the certificate. */
export default function OwnCertificate({ courseId }: { courseId: string }) {
  const { t } = useLingui();
  const standing = useQuery(certificateStandingQuery(courseId)).data;
  if (!standing?.rule) return null;
  const { certificate, isFulfilled, request } = standing;
  return (
    <section aria-labelledby="own-certificate" className="surface mt-6 p-5 sm:p-6">
      <h2 id="own-certificate" className="flex items-center gap-3 text-title">
        <Award size={24} className="text-primary" aria-hidden="true" />
        {certificate && hasPdf(certificate) ? <Trans>Your certificate is here</Trans> : <Trans>Your certificate</Trans>}
      </h2>
      <Requirements courseId={courseId} standing={standing} />
      <LettersNotDrawn letters={standing.lettersNotDrawn} />
      {certificate?.state === 'revoked' && (
        <p className="mt-4">
          <Trans>It was revoked. Its page says why.</Trans>
        </p>
      )}
      {certificate && (
        <div className="mt-5 flex flex-wrap gap-3">
          {hasPdf(certificate) && (
            <a className="btn btn-primary max-sm:w-full" href={fileOf(certificate, 'pdf')} download>
              <Download size={19} aria-hidden="true" />
              <Trans>Download PDF</Trans>
            </a>
          )}
          <LinkButton to={pathTo('certificate', { code: certificate.code })} tone="quiet" className="max-sm:w-full">
            <Trans>View certificate</Trans>
          </LinkButton>
        </div>
      )}
      {!certificate && isFulfilled && !request && <Claim courseId={courseId} label={t`Get certificate`} />}
      <Request courseId={courseId} standing={standing} />
      <Renewal courseId={courseId} standing={standing} />
    </section>
  );
}
