import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from './dialog.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';

interface SecretDialogProps {
  title: string;
  secret: string;
  /** Where it belongs. */
  children: ReactNode;
  onClose: () => void;
}

/** A secret that is shown once. */
export function SecretDialog({ title, secret, children, onClose }: SecretDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      actions={
        <Button size="large" data-first="" onClick={onClose}>
          <Trans>I have kept it</Trans>
        </Button>
      }
    >
      <p className="text-muted">{children}</p>
      <p className="mt-4 rounded-box border border-line bg-base-200 p-4 font-mono text-sm break-all">{secret}</p>
      <Button tone="quiet" className="mt-4" onClick={() => void copyText(secret, t`Copied`)}>
        <Copy size={16} aria-hidden="true" />
        <Trans>Copy</Trans>
      </Button>
    </Dialog>
  );
}
