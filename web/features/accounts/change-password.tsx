import { Trans, useLingui } from '@lingui/react/macro';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/forms/fields.tsx';
import { PasswordStrength } from '#web/ui/forms/password-strength.tsx';
import { FormPage } from '#web/ui/forms/form-page.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { isUnsuccessfulResponse, withFallbackMessage } from './response-errors.ts';

const { busy, success, refused, error: unanswered, incomplete } = messages.changePassword;

export function Component() {
  const { t } = useLingui();
  const user = useSession()?.user;
  const own = user ? [user.fullName, user.email] : [];
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: async () => (await import('#contract/accounts/accounts.ts')).ChangePasswordBody,
    defaults: { oldPassword: '', newPassword: '' },
    messages: { success, error: unanswered, incomplete },
    run: (body) =>
      call('POST /user/change-password', { body: { ...body, checkPassword: 'true' } }).catch((error: unknown) => {
        throw isUnsuccessfulResponse(error) ? withFallbackMessage(refused, error) : error;
      }),
    onSuccess: (): void => form.reset(),
  });
  return (
    <FormPage heading={t`Change Password`} lead={t`You’ll be logged out on other devices.`}>
      <form className="space-y-5" noValidate onSubmit={onSubmit}>
        {formError && <FormAlert>{formError}</FormAlert>}
        <TextField
          label={t`Old Password`}
          type="password"
          required
          autoComplete="current-password"
          {...field('oldPassword', t`Enter your old password`)}
        />
        <TextField
          label={t`New Password`}
          type="password"
          required
          autoComplete="new-password"
          hint={<PasswordStrength typed={form.watch('newPassword')} own={own} />}
          {...field('newPassword', t`Enter a new password`)}
        />
        <Button type="submit" size="large" className="w-full" isBusy={isBusy} busyText={busy}>
          <Trans>Change Password</Trans>
        </Button>
      </form>
    </FormPage>
  );
}
