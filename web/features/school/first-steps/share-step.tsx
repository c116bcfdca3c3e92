import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { pathTo } from '#web/app/path-to.ts';
import { useSchoolLanguage } from '#web/ui/language/use-school-language.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { SharedAddress, ShareLink } from '#web/ui/share-link.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useConfirmation } from './use-confirmation.ts';

const QrCode = lazyPart(async () => ({ default: (await import('#web/ui/qr-code.tsx')).QrCode }));

/** The address of the school to copy, as a QR code, and as a message. */
export function ShareStep() {
  const { t } = useLingui();
  const ofSchool = useSchoolLanguage();
  const { brandName } = useSite();
  const { start } = useConfirmation('share');
  const url = new URL(pathTo('home'), location.origin).href;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Suspense fallback={<div className="size-36" />}>
        <QrCode text={url} label={t`QR code of ${url}`} className="size-36 rounded-field" />
      </Suspense>
      <div className="min-w-0 flex-1 basis-56">
        <SharedAddress url={url} />
        <ShareLink
          url={url}
          title={brandName}
          text={ofSchool._(msg`Learn with ${brandName}`)}
          className="mt-3 flex flex-wrap gap-2"
          onShared={() => void start(undefined)}
        />
      </div>
    </div>
  );
}
