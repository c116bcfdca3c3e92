import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { ShareLink } from '#web/ui/share-link.tsx';
import { type Certificate, fileOf } from './certificate-words.ts';

interface ShareProps {
  certificate: Pick<Certificate, 'code' | 'courseTitle' | 'holderName'>;
  /** Of its page. */
  address: string;
  isOwn: boolean;
}

/** Shares the page of a certificate, whose preview is its picture, and has its PDF. */
export const ShareCertificate = ({ certificate, address, isOwn }: ShareProps) => {
  const { t } = useLingui();
  const { courseTitle, holderName } = certificate;
  return (
    <ShareLink
      url={address}
      title={courseTitle}
      text={isOwn ? t`I finished ${courseTitle}` : t`${holderName} completed ${courseTitle}`}
      isMain
      className="grid max-w-120 grid-cols-2 gap-3 [&>.btn-lg]:col-span-2"
    >
      <a className="btn btn-quiet" href={fileOf(certificate, 'pdf')} download aria-label={t`Download PDF`}>
        <Download size={18} aria-hidden="true" />
        <Trans>PDF</Trans>
      </a>
    </ShareLink>
  );
};
