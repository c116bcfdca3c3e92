import { lazy, Suspense } from 'react';
import { Copy, MessageCircle } from 'lucide-react';
import { pathTo } from '#web/app/path-to.ts';
import { Button } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import { useConfirmation } from './use-confirmation.ts';

const QrCode = lazy(() => import('#web/ui/qr-code.tsx').then((module) => ({ default: module.QrCode })));

/** The address of the school to copy, as a QR code, and as a message. */
export function ShareStep() {
  const { brandName } = useSite();
  const { start } = useConfirmation('share');
  const link = new URL(pathTo('home'), location.origin).href;
  const message = `Learn with ${brandName}: ${link}`;
  const markDone = () => void start(undefined);
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Suspense fallback={<div className="size-36" />}>
        <QrCode text={link} label={`QR code of ${link}`} className="size-36 rounded-field" />
      </Suspense>
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere">{link}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            onClick={() => {
              void copyText(link, 'Link copied');
              markDone();
            }}
          >
            <Copy size={16} aria-hidden="true" />
            Copy link
          </Button>
          <a
            href={`https://wa.me/?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noreferrer"
            className="btn btn-quiet"
            onClick={markDone}
          >
            <MessageCircle size={16} aria-hidden="true" />
            WhatsApp
          </a>
        </div>
      </div>
    </div>
  );
}
