import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ownCertificatesQuery } from '#web/api/certificate-queries.ts';
import { OwnCertificates } from '#web/features/certificates/own-certificates.tsx';
import { Part } from './part.tsx';

/** The certificates of the user; nothing before the first. */
export function Certificates() {
  const { t } = useLingui();
  const certificates = useQuery(ownCertificatesQuery()).data?.certificates ?? [];
  return (
    certificates.length > 0 && (
      <Part title={t`Certificates`}>
        <OwnCertificates certificates={certificates} />
      </Part>
    )
  );
}
