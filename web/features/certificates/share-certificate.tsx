import { Download } from 'lucide-react';
import type { OwnCertificate } from '#contract/certificates/certificate-fields.ts';
import { pathTo } from '#web/app/path-to.ts';
import { ShareLink } from '#web/ui/share-link.tsx';
import { fileOf } from './certificate-words.ts';

/** Shares the page of a certificate, whose preview is its picture, and has its PDF. */
export const ShareCertificate = ({ certificate }: { certificate: OwnCertificate }) => (
  <ShareLink
    url={new URL(pathTo('certificate', { code: certificate.code }), location.origin).href}
    title={certificate.courseTitle}
    text={`I finished ${certificate.courseTitle}`}
    isMain
    className="grid max-w-120 grid-cols-2 gap-3 [&>.btn-lg]:col-span-2"
  >
    <a className="btn btn-quiet" href={fileOf(certificate, 'pdf')} download aria-label="Download PDF">
      <Download size={18} aria-hidden="true" />
      PDF
    </a>
  </ShareLink>
);
