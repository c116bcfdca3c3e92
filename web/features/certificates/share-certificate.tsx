import { Download, Link2, MessageCircle, Share2 } from 'lucide-react';
import type { OwnCertificate } from '#contract/certificates/certificate-fields.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { fileOf } from './certificate-words.ts';

/** Opens the share sheet of the phone; closing it is no failure. */
const openSheet = (shared: ShareData, whenItFails: () => void): void =>
  void navigator.share(shared).catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') whenItFails();
  });

/**
 * Shares the page of a certificate, whose preview is its picture: with the share sheet of a phone that has one, otherwise in
 * WhatsApp.
 */
export function ShareCertificate({ certificate }: { certificate: OwnCertificate }) {
  const { courseTitle, code } = certificate;
  const isPhone = useMedia('(pointer: coarse)');
  const hasSheet = isPhone && 'share' in navigator;
  const url = new URL(pathTo('certificate', { code }), location.origin).href;
  const text = `I finished ${courseTitle}`;
  const whatsApp = `https://wa.me/?text=${encodeURIComponent(`${text}: ${url}`)}`;
  return (
    <div className="grid max-w-120 gap-3">
      {hasSheet && (
        <Button
          size="large"
          onClick={() => openSheet({ title: courseTitle, text, url }, () => globalThis.location.assign(whatsApp))}
        >
          <Share2 size={18} aria-hidden="true" />
          Share
        </Button>
      )}
      <a
        href={whatsApp}
        target="_blank"
        rel="noreferrer"
        className={`btn btn-lg ${hasSheet ? 'btn-quiet' : 'btn-primary'}`}
      >
        <MessageCircle size={18} aria-hidden="true" />
        Share on WhatsApp
      </a>
      <div className="flex gap-3 *:flex-1">
        <a className="btn btn-quiet" href={fileOf(certificate, 'pdf')} download aria-label="Download PDF">
          <Download size={18} aria-hidden="true" />
          PDF
        </a>
        <Button tone="quiet" onClick={() => void copyText(url, 'Link copied')}>
          <Link2 size={18} aria-hidden="true" />
          Copy link
        </Button>
      </div>
    </div>
  );
}
