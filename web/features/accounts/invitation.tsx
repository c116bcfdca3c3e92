import { useLingui } from '@lingui/react/macro';
import { NewPasswordPage } from './new-password-page.tsx';

/** An invited person chooses a password for an existing account. */
export function Component() {
  const { t } = useLingui();
  return (
    <NewPasswordPage
      heading={t`Welcome`}
      lead={t`Choose a password, and you are in.`}
      buttonLabel={t`Choose Password`}
      isInvitation
    />
  );
}
