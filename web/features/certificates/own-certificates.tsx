import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Award, Download, Link2, PencilLine, RotateCcw, Search, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { DAY_MS } from '#contract/durations.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useNow } from '#web/ui/use-now.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import { formatDay } from '#contract/format.ts';
import { fileOf, hasPdf } from './certificate-words.ts';
import { CorrectName } from './correct-name.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type Own = ResponseOf<'GET /user/certificates'>['certificates'][number];

const said = messages.certificates;

const stateWords = ({ state, validUntil, completedAt }: Own, timeZone: string, { _, locale }: Language): string => {
  if (state === 'revoked') return _(msg`Revoked`);
  const day = formatDay(validUntil ?? completedAt, timeZone, locale);
  if (validUntil === null) return _(msg`Completed on ${day}`);
  return _(state === 'expired' ? msg`Expired on ${day}` : msg`Valid until ${day}`);
};

const RENEWED_FROM_MS = 30 * DAY_MS;

/** From 30 days before its last day on. */
const mayRenew = ({ state, validUntil }: Own, now: number): boolean =>
  (state === 'valid' || state === 'expired') && validUntil !== null && now >= Date.parse(validUntil) - RENEWED_FROM_MS;

/** What the holder decides about a certificate. */
function Actions({ certificate }: { certificate: Own }) {
  const { t } = useLingui();
  const [isCorrecting, setCorrecting] = useState(false);
  const { code, courseTitle, isListed, mayCorrectName } = certificate;
  const address = () => window.location.origin + pathTo('certificate', { code });
  const listing = useAction({
    run: () => call('PUT /user/certificates/:code/listed', { params: { code }, body: { isListed: !isListed } }),
    messages: { error: said.changeFailed },
    changes: ['certificates'],
  });
  return (
    <>
      <RowMenu
        label={t`Actions for the certificate of ${courseTitle}`}
        items={[
          { label: t`Copy link`, icon: Link2, onSelect: () => void copyText(address(), t`Link copied`) },
          {
            label: isListed ? t`Hide from search engines` : t`Show in search engines`,
            icon: isListed ? SearchX : Search,
            onSelect: () => void listing.start(undefined),
          },
          ...(mayCorrectName
            ? [{ label: t`Correct the name`, icon: PencilLine, onSelect: () => setCorrecting(true) }]
            : []),
        ]}
      />
      {isCorrecting && <CorrectName certificate={certificate} onClose={() => setCorrecting(false)} />}
    </>
  );
}

/** To the end of the course, while the certificate may be renewed. */
function RenewLink({ certificate }: { certificate: Own }) {
  const { courseId, courseTitle } = certificate;
  const now = useNow();
  if (!mayRenew(certificate, now)) return null;
  return (
    <Link
      to={pathTo('classroom', { course: courseId, end: 'true' })}
      className="link inline-flex min-h-11 items-center gap-2"
    >
      <RotateCcw size={16} aria-hidden="true" />
      <Trans>
        Renew
        <span className="sr-only">: {courseTitle}</span>
      </Trans>
    </Link>
  );
}

function Row({ certificate }: { certificate: Own }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { timeZone } = useSite();
  const { code, courseTitle, holderName, isListed } = certificate;
  return (
    <li className="flex items-center gap-4 p-4 sm:px-5">
      <Award size={24} className="shrink-0 text-primary max-sm:hidden" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <Link to={pathTo('certificate', { code })} className="link font-semibold wrap-anywhere">
          {courseTitle}
        </Link>
        <p className="text-sm text-muted wrap-anywhere">
          {holderName} · {stateWords(certificate, timeZone, language)}
        </p>
        <p className="text-sm text-muted">
          <span className="num">{code}</span>
          {isListed && (
            <>
              {' · '}
              <Trans>shown by search engines</Trans>
            </>
          )}
        </p>
        <RenewLink certificate={certificate} />
      </div>
      {hasPdf(certificate) && (
        <a
          className="btn shrink-0 btn-ghost max-sm:btn-square"
          href={fileOf(certificate, 'pdf')}
          download
          aria-label={t`Download PDF: ${courseTitle}`}
        >
          <Download size={18} aria-hidden="true" />
          <span className="max-sm:hidden">
            <Trans>PDF</Trans>
          </span>
        </a>
      )}
      <Actions certificate={certificate} />
    </li>
  );
}

/** The certificates of the user, each with its PDF, its address and what the holder decides. */
export const OwnCertificates = ({ certificates: own }: { certificates: readonly Own[] }) => (
  <ul className="surface divide-y divide-line max-sm:rounded-none max-sm:border-x-0 max-sm:bg-transparent">
    {own.map((certificate) => (
      <Row key={certificate.code} certificate={certificate} />
    ))}
  </ul>
);
