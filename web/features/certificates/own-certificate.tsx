import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Award, CircleCheck, CircleDashed, Download } from 'lucide-react';
import { requirementsOf } from '#contract/certificate-texts.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { certificateStandingQuery } from '#web/api/certificate-queries.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay } from '#web/ui/text/format.ts';
import { fileOf, hasPdf } from './certificate-words.ts';

type Standing = ResponseOf<'GET /courses/:courseId/certificate'>;

const Claim = ({ courseId, label }: { courseId: string; label: string }) => {
  const queryClient = useQueryClient();
  const claim = useAction({
    run: () => call('POST /courses/:courseId/certificate', { params: { courseId } }),
    messages: { error: messages.certificates.issueFailed },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.certificates }),
  });
  return (
    <Button className="mt-5 max-sm:w-full" isBusy={claim.isBusy} onClick={() => claim.start(undefined)}>
      {label}
    </Button>
  );
};

const againWords = { quizzes: 'Pass every quiz again', lectures: 'Watch every lecture again' } as const;

/** From 30 days before the last day on: what is done again, and the button once it is. */
const Renewal = ({
  courseId,
  renewal,
  certificate,
}: { courseId: string } & Pick<Standing, 'renewal' | 'certificate'>) => {
  const { timeZone } = useSite();
  if (!renewal?.isOpen || !certificate?.validUntil) return null;
  const { again, done, needed } = renewal;
  const day = formatDay(certificate.validUntil, timeZone);
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p>
        {certificate.state === 'expired' ? `It expired on ${day}.` : `It is valid until ${day}.`} {againWords[again]} to
        renew it: <span className="num">{`${Math.min(done, needed)} of ${needed}`}</span> so far.
      </p>
      {done >= needed && <Claim courseId={courseId} label="Renew certificate" />}
    </div>
  );
};

const isMet = ({ rule, evidence }: Standing): boolean[] => [
  evidence.doneLectures === evidence.lectures,
  ...(rule && rule.coveragePercent > 0
    ? [evidence.totalMs === 0 || evidence.watchedPercent >= rule.coveragePercent]
    : []),
  ...(rule?.needsQuizzes === true && evidence.quizzes > 0 ? [evidence.passedQuizzes === evidence.quizzes] : []),
];

/** What the certificate of a course demands, what of it is done, and the certificate. */
export default function OwnCertificate({ courseId }: { courseId: string }) {
  const standing = useQuery(certificateStandingQuery(courseId)).data;
  if (!standing?.rule) return null;
  const { rule, evidence, certificate, isFulfilled, renewal } = standing;
  const met = isMet(standing);
  const required = requirementsOf({ required: rule, evidence });
  return (
    <section aria-labelledby="own-certificate" className="surface mt-6 p-5 sm:p-6">
      <h2 id="own-certificate" className="flex items-center gap-3 text-title">
        <Award size={24} className="text-primary" aria-hidden="true" />
        {certificate && hasPdf(certificate) ? 'Your certificate is here' : 'Your certificate'}
      </h2>
      <ul className="mt-4 grid gap-2">
        {required.map((text, index) => (
          <li key={text} className="flex gap-3">
            {met[index] === true ? (
              <CircleCheck size={20} className="mt-0.5 shrink-0 text-success" aria-label="Done:" />
            ) : (
              <CircleDashed size={20} className="mt-0.5 shrink-0 text-muted" aria-label="Not yet:" />
            )}
            <span>
              {text}
              {text.includes('measured') && `: you watched ${evidence.watchedPercent}%`}
            </span>
          </li>
        ))}
      </ul>
      {certificate?.state === 'revoked' && <p className="mt-4">It was revoked. Its page says why.</p>}
      {certificate && (
        <div className="mt-5 flex flex-wrap gap-3">
          {hasPdf(certificate) && (
            <a className="btn btn-primary max-sm:w-full" href={fileOf(certificate, 'pdf')} download>
              <Download size={19} aria-hidden="true" />
              Download PDF
            </a>
          )}
          <LinkButton to={pathTo('certificate', { code: certificate.code })} tone="quiet" className="max-sm:w-full">
            View certificate
          </LinkButton>
        </div>
      )}
      {!certificate && isFulfilled && <Claim courseId={courseId} label="Get certificate" />}
      <Renewal {...{ courseId, renewal, certificate }} />
    </section>
  );
}
