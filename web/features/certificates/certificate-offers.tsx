import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ownCertificatesQuery } from '#web/api/certificate-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import type { Certificate } from './certificate-words.ts';
import { CorrectName } from './correct-name.tsx';
import { ShareCertificate } from './share-certificate.tsx';

interface OffersProps {
  certificate: Pick<Certificate, 'code' | 'courseTitle' | 'holderName'>;
  /** Given on its page. */
  address?: string;
}

/** What one does with a certificate: to share it, and for its holder to correct the name. */
export function CertificateOffers({ certificate, address }: OffersProps) {
  const { code } = certificate;
  const isPage = address !== undefined;
  const navigate = useNavigate();
  const isLoggedIn = useSession() !== undefined;
  const { data } = useQuery({ ...ownCertificatesQuery(), enabled: isLoggedIn });
  const own = data?.certificates.find((one) => one.code === code);
  const [isCorrecting, setCorrecting] = useState(false);
  return (
    <div className="mt-6">
      <ShareCertificate
        certificate={certificate}
        address={address ?? new URL(pathTo('certificate', { code }), location.origin).href}
        isOwn={!isPage || own !== undefined}
      />
      <p className="mt-3 text-sm text-muted empty:hidden">
        {own?.mayCorrectName && (
          <>
            <Trans>Name not right?</Trans>{' '}
            <button type="button" className="link min-h-11 cursor-pointer" onClick={() => setCorrecting(true)}>
              <Trans>Correct it</Trans>
            </button>{' '}
            <Trans>once, before you share.</Trans>{' '}
          </>
        )}
        {!isPage && (
          <Link to={pathTo('certificate', { code })} className="link inline-flex min-h-11 items-center">
            <Trans>View certificate</Trans>
          </Link>
        )}
      </p>
      {isCorrecting && own && (
        <CorrectName
          certificate={own}
          onClose={() => setCorrecting(false)}
          onCorrected={(corrected) => isPage && void navigate(pathTo('certificate', { code: corrected }))}
        />
      )}
    </div>
  );
}
