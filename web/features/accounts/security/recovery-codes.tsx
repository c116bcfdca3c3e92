import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { saveFile } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

/** The recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useLingui();
  const { brandName } = useSite();
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog
      isOpen
      title={t`Your recovery codes`}
      onClose={onClose}
      actions={
        <Button size="large" data-first="" onClick={onClose}>
          <Trans>I have kept them</Trans>
        </Button>
      }
    >
      <p className="text-muted">
        <Trans>
          Each replaces a code of the app once, for the day when your phone is lost. They are not shown again.
        </Trans>
      </p>
      <ul className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-box border border-line bg-base-200 p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton tone="quiet" text={text} done={t`Copied`}>
          <Trans>Copy</Trans>
        </CopyButton>
        <Button
          tone="quiet"
          onClick={() => saveFile({ name: t`${brandName} recovery codes.txt`, content: new Blob([text]) })}
        >
          <Download size={16} aria-hidden="true" />
          <Trans>Download</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
