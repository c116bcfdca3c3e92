import { Trans, useLingui } from '@lingui/react/macro';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { UpdateFields, type User } from '#contract/accounts/accounts.ts';
import { IMAGE_MAX_BYTES } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/forms/fields.tsx';
import { AVATAR_ACCEPT, FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { FormPage } from '#web/ui/forms/form-page.tsx';
import { formatSize } from '#contract/format.ts';
import { requiredAvatar } from '#web/ui/forms/file-fields.ts';
import { useContractForm, usePickedFile } from '#web/ui/forms/use-contract-form.ts';
import { useLettersHint } from '#web/ui/forms/use-letters-hint.ts';
import { pathTo } from '#web/app/path-to.ts';
import { refreshUser, useSession } from '#web/app/session/use-session.ts';

const { loading, success, error, broken, incomplete } = messages.profile;

const FormSchema = UpdateFields.extend({
  avatar: requiredAvatar(incomplete),
});

export function Component() {
  const { t } = useLingui();
  const session = useSession();
  return (
    <FormPage heading={t`Edit Profile`} lead={t`Your name and avatar. Both are required.`}>
      {session && <ProfileForm user={session.user} />}
    </FormPage>
  );
}

function ProfileForm({ user }: { user: User }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { form, formError, isBusy, onSubmit, field, errorOf } = useContractForm({
    schema: FormSchema,
    defaults: { fullName: user.fullName },
    messages: { loading, success, error, broken, incomplete },
    run: ({ avatar, ...fields }) => call('PUT /user/update', { fields, files: { avatar } }),
    onSuccess: async () => {
      await refreshUser().catch((problem: unknown) => toast.error(errorMessage(problem, broken)));
      await navigate(pathTo('profile'));
    },
  });
  const avatar = usePickedFile(form, 'avatar');
  const lettersHint = useLettersHint(form.watch('fullName'));
  return (
    <form className="space-y-5" noValidate onSubmit={onSubmit}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <FileDrop
        {...avatar}
        label={t`Avatar`}
        kind="avatar"
        accept={AVATAR_ACCEPT}
        hint={t`jpg, jpeg, png or svg, up to ${{ size: formatSize(IMAGE_MAX_BYTES) }}`}
        currentUrl={user.avatar.secure_url}
        error={errorOf('avatar', t`Choose an image`)}
      />
      <TextField
        label={t`Full Name`}
        required
        autoComplete="name"
        hint={lettersHint}
        {...field('fullName', t`Enter your name`)}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" size="large" className="grow" isBusy={isBusy}>
          <Trans>Save changes</Trans>
        </Button>
        <LinkButton to={pathTo('profile')} tone="quiet" size="large">
          <Trans>Cancel</Trans>
        </LinkButton>
      </div>
    </form>
  );
}
