import { useLingui } from '@lingui/react/macro';
import { NewPasswordPage } from './new-password-page.tsx';

export function Component() {
  const { t } = useLingui();
  return (
    <NewPasswordPage
      heading={t`Reset Password`}
      lead={t`Choose a new password for your account.`}
      buttonLabel={t`Update Password`}
    />
  );
}
