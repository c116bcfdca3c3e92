import { BadgeCheck, BadgeX, CalendarX, type LucideIcon, Replace } from 'lucide-react';
import { Link } from 'react-router';
import { STATUS_TITLES } from '#contract/certificates/certificate-texts.ts';
import type { CertificateState } from '#contract/certificates/certificate-fields.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { type Certificate, statusWords } from './certificate-words.ts';
import { Said, useLanguage } from '#web/ui/language/language.tsx';

const looks: Record<CertificateState, { icon: LucideIcon; className: string }> = {
  valid: { icon: BadgeCheck, className: 'border-success bg-success/10 text-success' },
  expired: { icon: CalendarX, className: 'border-warning bg-warning/10 text-warning' },
  revoked: { icon: BadgeX, className: 'border-error bg-error/10 text-error' },
  reissued: { icon: Replace, className: 'border-warning bg-warning/10 text-warning' },
};

/** Whether the certificate holds, in words. */
export const CertificateStatus = ({ certificate }: { certificate: Certificate }) => {
  const language = useLanguage();
  const { timeZone } = useSite();
  const { state, successor } = certificate;
  const { icon: Icon, className } = looks[state];
  return (
    <div className={`flex gap-4 rounded-box border p-5 ${className}`}>
      <Icon size={26} className="shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p className="text-lg font-semibold">
          <Said>{STATUS_TITLES[state]}</Said>
        </p>
        <p className="text-base-content wrap-anywhere">
          {statusWords(certificate, timeZone, language)}
          {successor !== null && (
            <>
              {' '}
              <Link to={pathTo('certificate', { code: successor })} className="link font-semibold">
                {successor}
              </Link>
              .
            </>
          )}
        </p>
      </div>
    </div>
  );
};
