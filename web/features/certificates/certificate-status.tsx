import { BadgeCheck, BadgeX, CalendarX, type LucideIcon, Replace } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CertificateState } from '#contract/certificates.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay } from '#web/ui/text/format.ts';
import type { Certificate } from './certificate-words.ts';

interface Look {
  icon: LucideIcon;
  title: string;
  className: string;
}

const looks: Record<CertificateState, Look> = {
  valid: {
    icon: BadgeCheck,
    title: 'This certificate is valid',
    className: 'border-success bg-success/10 text-success',
  },
  expired: {
    icon: CalendarX,
    title: 'This certificate has expired',
    className: 'border-warning bg-warning/10 text-warning',
  },
  revoked: { icon: BadgeX, title: 'This certificate was revoked', className: 'border-error bg-error/10 text-error' },
  reissued: {
    icon: Replace,
    title: 'This certificate was replaced',
    className: 'border-warning bg-warning/10 text-warning',
  },
};

const Explanation = ({ certificate }: { certificate: Certificate }): ReactNode => {
  const { timeZone } = useSite();
  const { state, issuer, holderName, issuedAt, validUntil, revoked, successor } = certificate;
  const issued = `${issuer} issued it to ${holderName} on ${formatDay(issuedAt, timeZone)}.`;
  if (state === 'revoked' && revoked)
    return `${issued} It was revoked on ${formatDay(revoked.at, timeZone)}: ${revoked.reason}`;
  if (state === 'expired' && validUntil !== null)
    return `${issued} It was valid until ${formatDay(validUntil, timeZone)}.`;
  if (state === 'reissued' && successor !== null)
    return (
      <>
        {issued} The new one has the number{' '}
        <Link to={pathTo('certificate', { code: successor })} className="link font-semibold">
          {successor}
        </Link>
        .
      </>
    );
  return `${issued} It has not been revoked or replaced.`;
};

/** Whether the certificate holds, in words. */
export const CertificateStatus = ({ certificate }: { certificate: Certificate }) => {
  const { icon: Icon, title, className } = looks[certificate.state];
  return (
    <div className={`flex gap-4 rounded-box border p-5 ${className}`}>
      <Icon size={26} className="shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p className="text-lg font-semibold">{title}</p>
        <p className="text-base-content wrap-anywhere">
          <Explanation certificate={certificate} />
        </p>
      </div>
    </div>
  );
};
