import { useNavigate } from 'react-router';
import { toast } from 'react-hot-toast/headless';
import { type User, UpdateFields } from '#contract/accounts.ts';
import { messages } from '#contract/messages.ts';
import { IMAGE_MAX_BYTES } from '#contract/values.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { FormAlert, TextField } from '#web/components/fields.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { FormPage } from '#web/components/form-page.tsx';
import { formatSize } from '#web/components/format.ts';
import { pickedFile } from '#web/forms/picked-file.ts';
import { useContractForm, usePickedFile } from '#web/forms/use-contract-form.ts';
import { refreshUser } from '#web/session/refresh-user.ts';
import { useSession } from '#web/session/use-session.ts';

const { loading, success, error, broken, incomplete } = messages.profile;

const FormSchema = UpdateFields.extend({
  avatar: pickedFile(incomplete)
    .refine(({ name }) => /\.(jpe?g|png|svg)$/i.test(name), 'Choose a jpg, jpeg, png or svg picture')
    .refine(({ size }) => size <= IMAGE_MAX_BYTES, `An avatar may have up to ${formatSize(IMAGE_MAX_BYTES)}`),
});

export function Component() {
  const session = useSession();
  return (
    <FormPage heading="Edit Profile" lead="Your name and picture, as you see them here. Both are needed.">
      {session && <ProfileForm user={session.user} />}
    </FormPage>
  );
}

function ProfileForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const { form, complaint, isBusy, onSubmit, field, errorOf } = useContractForm({
    schema: FormSchema,
    defaults: { fullName: user.fullName },
    sentences: { loading, success, error, broken, incomplete },
    run: ({ avatar, ...fields }) => call('PUT /user/update', { fields, files: { avatar } }),
    onSuccess: async () => {
      await refreshUser().catch((problem: unknown) => toast.error(sentenceOf(problem, broken)));
      await navigate('/user/profile');
    },
  });
  const avatar = usePickedFile(form, 'avatar');
  return (
    <form className="space-y-5" noValidate onSubmit={(event) => void onSubmit(event)}>
      {complaint && <FormAlert>{complaint}</FormAlert>}
      <FileDrop
        {...avatar}
        label="Avatar"
        kind="avatar"
        accept=".jpg,.jpeg,.png,.svg"
        hint={`jpg, jpeg, png or svg, up to ${formatSize(IMAGE_MAX_BYTES)}`}
        currentUrl={user.avatar.secure_url}
        error={errorOf('avatar', 'Choose a picture')}
      />
      <TextField label="Full Name" required autoComplete="name" {...field('fullName', 'Enter your name')} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" size="large" className="grow" isBusy={isBusy}>
          Save changes
        </Button>
        <LinkButton to="/user/profile" tone="quiet" size="large">
          Cancel
        </LinkButton>
      </div>
    </form>
  );
}
