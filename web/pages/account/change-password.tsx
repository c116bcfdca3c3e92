import { ChangePasswordBody } from '#contract/accounts.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/components/button.tsx';
import { FormAlert, TextField } from '#web/components/fields.tsx';
import { FormPage } from '#web/components/form-page.tsx';
import { useContractForm } from '#web/forms/use-contract-form.ts';
import { answeredBadly, saying } from '#web/pages/account/answers.ts';

const { busy, success, refused, error: unanswered, incomplete } = messages.changePassword;

/** A new password for someone who knows the old one. */
export function Component() {
  const { form, complaint, isBusy, onSubmit, field } = useContractForm({
    schema: ChangePasswordBody,
    defaults: { oldPassword: '', newPassword: '' },
    sentences: { success, error: unanswered, incomplete },
    run: (body) =>
      call('POST /user/change-password', { body }).catch((error: unknown) => {
        throw answeredBadly(error) ? saying(refused, error) : error;
      }),
    onSuccess: (): void => form.reset(),
  });
  return (
    <FormPage heading="Change Password" lead="Everywhere else that you are logged in, you will be logged out.">
      <form className="space-y-5" noValidate onSubmit={(event) => void onSubmit(event)}>
        {complaint && <FormAlert>{complaint}</FormAlert>}
        <TextField
          label="Old Password"
          type="password"
          required
          autoComplete="current-password"
          {...field('oldPassword', 'Enter your old password')}
        />
        <TextField
          label="New Password"
          type="password"
          required
          autoComplete="new-password"
          hint="At least 8 characters"
          {...field('newPassword', 'Enter a new password')}
        />
        <Button type="submit" size="large" className="w-full" isBusy={isBusy} busyText={busy}>
          Change Password
        </Button>
      </form>
    </FormPage>
  );
}
