import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { z } from 'zod';
import { email, IMAGE_MAX_BYTES, orNothing } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { type OwnTeacher, TeacherFields } from '#contract/catalog/teachers.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { FormAlert, TextField } from '#web/ui/forms/fields.tsx';
import { MarkdownField } from '#web/ui/inputs/markdown-field.tsx';
import { FileDrop, THUMBNAIL_ACCEPT } from '#web/ui/inputs/file-drop.tsx';
import { formatSize } from '#contract/format.ts';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { LoadingNote, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { thumbnailIf } from '#web/ui/forms/file-fields.ts';
import { useContractForm, usePickedFile } from '#web/ui/forms/use-contract-form.ts';

const { incomplete } = messages.courseCreate;
const { teacherSaving: loading, teacherSaved: success, teacherFailed: error } = messages.authoring;

const FormFields = TeacherFields.omit({ name: true }).extend({
  accountEmail: orNothing(email(incomplete)),
  picture: thumbnailIf(false, incomplete),
  removesPicture: z.boolean().transform((removes): 'true' | 'false' => (removes ? 'true' : 'false')),
});

export type TeacherInput = z.output<typeof FormFields>;

type Written = Pick<OwnTeacher, 'headline' | 'about' | 'picture'>;

const draftOf = ({ headline, about }: Written, accountEmail = ''): z.input<typeof FormFields> => ({
  headline,
  about,
  accountEmail,
  picture: undefined,
  removesPicture: false,
});

interface TeacherFormProps<Saved> {
  teacher: Written;
  /** Of the account that edits the page of the teacher, too; undefined where it cannot be changed. */
  accountEmail?: string;
  /** Resolves with what is stored. */
  save: (input: TeacherInput) => Promise<Saved>;
  onSaved: (saved: Saved) => Promise<void>;
  /** The name of the button that saves. */
  button: string;
}

interface AccountFieldProps {
  field: (name: 'accountEmail', whenMissing: string) => Omit<ComponentProps<typeof TextField>, 'label'>;
}

const AccountField = ({ field }: AccountFieldProps) => {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Account`}
      type="email"
      placeholder="name@example.com"
      hint={t`Optional. The email of an account, which can then edit this text and picture.`}
      autoComplete="off"
      {...field('accountEmail', messages.people.emailMissing)}
    />
  );
};

const useTeacherForm = <Saved,>({ teacher, accountEmail, save, onSaved }: Omit<TeacherFormProps<Saved>, 'button'>) => {
  const contractForm = useContractForm({
    schema: FormFields,
    defaults: draftOf(teacher, accountEmail),
    messages: { loading, success, error, incomplete },
    run: save,
    onSuccess: async (saved) => {
      contractForm.showSaved();
      const { form } = contractForm;
      // The picture was sent: the one of the server is shown.
      form.reset({ ...form.getValues(), picture: undefined, removesPicture: false }, { keepDirtyValues: true });
      await onSaved(saved);
    },
  });
  return contractForm;
};

/** The picture and the text of a teacher. */
export function TeacherForm<Saved>({ button, ...props }: TeacherFormProps<Saved>) {
  const { t } = useLingui();
  const { teacher, accountEmail } = props;
  const { form, formError, isBusy, onSubmit, field, errorOf } = useTeacherForm(props);
  const picture = usePickedFile(form, 'picture');
  return (
    <form className="space-y-6" noValidate onSubmit={onSubmit}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <FileDrop
        {...picture}
        label={t`Picture`}
        kind="avatar"
        accept={THUMBNAIL_ACCEPT}
        hint={t`Optional, cut to a square. jpg, jpeg or png, up to ${formatSize(IMAGE_MAX_BYTES)}`}
        currentUrl={teacher.picture.secure_url}
        error={errorOf('picture', t`Choose an image`)}
      />
      {teacher.picture.secure_url !== null && !picture.file && (
        <CheckField
          label={t`Remove the picture`}
          hint={t`The picture of the account or the initials are shown instead.`}
          {...form.register('removesPicture')}
        />
      )}
      <TextField
        label={t`Headline`}
        placeholder={t`Chartered accountant, Hubballi`}
        hint={t`Optional. Shown beside the name.`}
        autoComplete="off"
        {...field('headline', messages.fields.tooLong)}
      />
      <MarkdownField
        label={t`About the teacher`}
        rows={6}
        hint={t`Optional. A few sentences.`}
        {...field('about', messages.fields.tooLong)}
      />
      {accountEmail !== undefined && <AccountField field={field} />}
      <Button type="submit" isBusy={isBusy} busyText={t`Saving`}>
        {button}
      </Button>
      <LeaveGuard isDirty={form.formState.isDirty} isOfQuery />
    </form>
  );
}

export const TeacherSkeleton = () => (
  <>
    <LoadingNote />
    <Skeleton className="h-24 w-full" />
    <Skeleton className="mt-6 h-12 w-full" />
    <Skeleton className="mt-6 h-32 w-full" />
  </>
);
