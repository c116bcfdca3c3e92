import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode } from 'react';
import type { Sentences } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { Field } from '#web/ui/forms/fields.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';

interface PrivateAddressProps<Renewed> {
  url: string;
  hint: string;
  /** Said after it was copied. */
  copied: string;
  /** What a new address means. */
  warning: string;
  renew: () => Promise<Renewed>;
  messages: Sentences;
  onRenewed: (renewed: Renewed) => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** An address that a program of the user opens without a login: copied, or replaced by a new one. */
export function PrivateAddress<Renewed>(props: PrivateAddressProps<Renewed>) {
  const { t } = useLingui();
  const { url, hint, copied, warning, renew, messages, onRenewed, children } = props;
  return (
    <>
      <Field label={t`Private address`} hint={hint}>
        {(described) => (
          <input
            {...described}
            type="text"
            readOnly
            value={url}
            className="input"
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        {children}
        <Button tone={children === undefined ? 'primary' : 'quiet'} onClick={() => void copyText(url, copied)}>
          <Trans>Copy address</Trans>
        </Button>
        <ConfirmAction
          renderTrigger={(open) => (
            <Button tone="ghost" onClick={open}>
              <Trans>New address</Trans>
            </Button>
          )}
          title={t`Get a new address?`}
          confirmLabel={t`New address`}
          cancelLabel={t`Keep address`}
          run={renew}
          messages={messages}
          onSuccess={onRenewed}
        >
          {warning}
        </ConfirmAction>
      </div>
    </>
  );
}
