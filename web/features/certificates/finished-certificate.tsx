import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OwnCertificate } from '#contract/certificates/certificate-fields.ts';
import { certificateQuery } from '#web/api/certificate-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Skeleton } from '#web/ui/page/query-boundary.tsx';
import { CertificateSheet } from './certificate-sheet.tsx';
import { CorrectName } from './correct-name.tsx';
import { ShareCertificate } from './share-certificate.tsx';

/** The certificate as everyone sees it. */
export const CertificatePicture = ({ code }: { code: string }) => {
  const { data } = useQuery(certificateQuery(code));
  return data ? <CertificateSheet certificate={data.certificate} /> : <Skeleton className="aspect-[1.414] w-full" />;
};

/** What its holder does with a new certificate. */
export function CertificateOffers({ certificate }: { certificate: OwnCertificate }) {
  const [isCorrecting, setCorrecting] = useState(false);
  const { code, mayCorrectName } = certificate;
  return (
    <div className="mt-6">
      <ShareCertificate certificate={certificate} />
      <p className="mt-3 text-sm text-muted">
        {mayCorrectName && (
          <>
            Name not right?{' '}
            <button type="button" className="link min-h-11 cursor-pointer" onClick={() => setCorrecting(true)}>
              Correct it
            </button>{' '}
            once, before you share.{' '}
          </>
        )}
        <Link to={pathTo('certificate', { code })} className="link inline-flex min-h-11 items-center">
          View certificate
        </Link>
      </p>
      {isCorrecting && <CorrectName certificate={certificate} onClose={() => setCorrecting(false)} />}
    </div>
  );
}
