import { Trans, useLingui } from '@lingui/react/macro';
import { Check, ScrollText, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { factors } from '#contract/accounts/factors.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { Badge } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay } from '#contract/format.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Row, RowsPanel } from '#web/ui/rows-panel.tsx';
import { securityPage, useRefreshSecurity } from './security-page.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const words = messages.factors;

type Begun = ResponseOf<'POST /user/second-step'>;

const QrCode = ({ qr }: Pick<Begun, 'qr'>) => (
  <svg viewBox={`0 0 ${qr.size} ${qr.size}`} className="size-48 rounded-field bg-white" shapeRendering="crispEdges">
    <title>
      <Trans>QR code for your authenticator app</Trans>
    </title>
    <path d={qr.path} fill="#15252b" />
  </svg>
);

const SetUpDialog = ({
  begun,
  onClose,
  onDone,
}: {
  begun: Begun;
  onClose: () => void;
  onDone: (codes: string[]) => void;
}) => {
  const { t } = useLingui();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: factors.confirmSecondStep.body,
    defaults: { code: '' },
    messages: { error: words.changeFailed, incomplete: words.codeMissing },
    run: (body) => call('PUT /user/second-step', { body }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <FormDialog
      title={t`Set up an authenticator app`}
      lead={t`Scan this code with the app, then enter the six digits that it shows.`}
      confirmLabel={t`Turn on`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <QrCode qr={begun.qr} />
      <p className="meta wrap-anywhere">
        <Trans>
          On this device?{' '}
          <a className="link" href={begun.link}>
            Open the app
          </a>
          , or enter the key <span className="font-mono">{begun.key}</span>
        </Trans>
      </p>
      <TextField
        label={t`Code`}
        autoComplete="one-time-code"
        inputMode="numeric"
        data-first=""
        {...field('code', words.codeMissing)}
      />
    </FormDialog>
  );
};

const Off = ({ onCodes }: { onCodes: (codes: string[]) => void }) => {
  const { t } = useLingui();
  const [begun, setBegun] = useState<Begun>();
  const begin = useAction({
    run: () => call('POST /user/second-step'),
    messages: { success: '', error: words.changeFailed },
    onSuccess: setBegun,
  });
  return (
    <>
      <Row
        icon={Smartphone}
        name={t`Authenticator app`}
        action={
          <Button tone="quiet" isBusy={begin.isBusy} onClick={() => void begin.start(undefined)}>
            <Trans>Set up</Trans>
          </Button>
        }
      >
        <Trans>A code of an app on your phone, asked for after the password</Trans>
      </Row>
      {begun && (
        <SetUpDialog
          begun={begun}
          onClose={() => setBegun(undefined)}
          onDone={(codes) => {
            setBegun(undefined);
            onCodes(codes);
          }}
        />
      )}
    </>
  );
};

interface OnProps {
  since: string;
  codesLeft: number;
  onCodes: (codes: string[]) => void;
}

const On = ({ since, codesLeft, onCodes }: OnProps) => {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const renew = useAction({
    run: () => call('POST /user/second-step/recovery-codes'),
    messages: { error: words.changeFailed },
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <>
      <Row
        icon={Smartphone}
        name={t`Authenticator app`}
        action={
          <ConfirmAction
            renderTrigger={(open) => (
              <Button tone="quiet" onClick={open}>
                <Trans>Turn off</Trans>
              </Button>
            )}
            title={t`Turn off the second step?`}
            confirmLabel={t`Turn off`}
            run={() => call('DELETE /user/second-step')}
            messages={{ error: words.changeFailed }}
            changes={securityPage}
          >
            <Trans>Then your password alone logs in. The recovery codes end.</Trans>
          </ConfirmAction>
        }
      >
        <Trans>Asked for after a password on a new device, since {formatDay(since, timeZone, locale)}</Trans>
      </Row>
      <Row
        icon={ScrollText}
        name={t`Recovery codes`}
        action={
          <Button tone="quiet" isBusy={renew.isBusy} onClick={() => void renew.start(undefined)}>
            <Trans>New codes</Trans>
          </Button>
        }
      >
        <Trans>{codesLeft} of 10 left</Trans>
      </Row>
    </>
  );
};

/** The second step of a login: an authenticator app and its recovery codes. */
export function SecondStep({ secondStep }: Pick<ResponseOf<'GET /user/security'>, 'secondStep'>) {
  const { t } = useLingui();
  const refresh = useRefreshSecurity();
  const [codes, setCodes] = useState<string[]>();
  return (
    <RowsPanel
      title={t`Second step`}
      aside={
        secondStep && (
          <Badge>
            <Check size={14} aria-hidden="true" /> <Trans>On</Trans>
          </Badge>
        )
      }
    >
      <ul>
        {secondStep ? (
          <On since={secondStep.since} codesLeft={secondStep.recoveryCodesLeft} onCodes={setCodes} />
        ) : (
          <Off onCodes={setCodes} />
        )}
      </ul>
      {codes && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(undefined);
            void refresh();
          }}
        />
      )}
    </RowsPanel>
  );
}
