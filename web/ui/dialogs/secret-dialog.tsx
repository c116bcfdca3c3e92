import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from './dialog.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

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
      <CopyButton tone="quiet" className="mt-4" text={secret} done={t`Copied`}>
        <Trans>Copy</Trans>
      </CopyButton>
    </Dialog>
  );
}
