import { Trans, useLingui } from '@lingui/react/macro';
import { certificates } from '#contract/certificates/certificates.ts';
import type { OwnCertificate } from '#contract/certificates/certificate-fields.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useLettersHint } from '#web/ui/forms/use-letters-hint.ts';

const said = messages.certificates;

interface CorrectNameProps {
  certificate: Pick<OwnCertificate, 'code' | 'holderName'>;
  onClose: () => void;
  /** With the code of the new certificate. */
  onCorrected?: (code: string) => void;
}

/** The holder corrects the name on a certificate, once. */
export function CorrectName({ certificate: { code, holderName }, onClose, onCorrected }: CorrectNameProps) {
  const { t } = useLingui();
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: certificates.correctName.body,
    defaults: { holderName },
    messages: { error: said.nameFailed, incomplete: said.nameMissing },
    run: (body) => call('PUT /user/certificates/:code/name', { params: { code }, body }),
    onSuccess: ({ certificate }) => {
      onClose();
      onCorrected?.(certificate.code);
    },
    changes: ['certificates'],
  });
  const lettersHint = useLettersHint(form.watch('holderName'));
  return (
    <FormDialog
      title={t`Correct the name?`}
      lead={
        <p>
          <Trans>You can do this once. The certificate gets a new number, and the one before leads to it.</Trans>
        </p>
      }
      confirmLabel={t`Correct the name`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField label={t`Name`} data-first="" hint={lettersHint} {...field('holderName', said.nameMissing)} />
    </FormDialog>
  );
}
