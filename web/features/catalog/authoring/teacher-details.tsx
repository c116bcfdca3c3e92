import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { IMAGE_MAX_BYTES } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { type ManagedTeacher, TeacherFields } from '#contract/teachers.ts';
import { call } from '#web/api/call.ts';
import { teacherQuery } from '#web/api/course-queries.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { FormAlert, TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { FileDrop, THUMBNAIL_ACCEPT } from '#web/ui/inputs/file-drop.tsx';
import { countOf, formatSize } from '#web/ui/text/format.ts';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { LoadingNote, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { thumbnailIf } from '#web/ui/forms/file-fields.ts';
import { useContractForm, usePickedFile } from '#web/ui/forms/use-contract-form.ts';

const { incomplete } = messages.courseCreate;
const { teacherSaving: loading, teacherSaved: success, teacherFailed: error } = messages.authoring;

const FormFields = TeacherFields.omit({ name: true }).extend({
  picture: thumbnailIf(false, incomplete),
  removesPicture: z.boolean(),
});

const fieldsOf = ({ headline, about }: ManagedTeacher) => ({
  headline,
  about,
  picture: undefined,
  removesPicture: false,
});

const useTeacherForm = (teacher: ManagedTeacher) => {
  const { name } = teacher;
  const queryClient = useQueryClient();
  const contractForm = useContractForm({
    schema: FormFields,
    defaults: fieldsOf(teacher),
    messages: { loading, success, error, incomplete },
    run: ({ picture, removesPicture, ...texts }) =>
      call('PUT /admin/teacher', {
        fields: { name, ...texts, removesPicture: removesPicture ? 'true' : 'false' },
        files: { picture },
      }),
    onSuccess: async (saved) => {
      contractForm.form.reset(fieldsOf(saved.teacher));
      queryClient.setQueryData(queryKeys.teacher(name), saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.courses });
    },
  });
  return contractForm;
};

function TeacherForm({ teacher }: { teacher: ManagedTeacher }) {
  const { form, formError, isBusy, onSubmit, field, errorOf } = useTeacherForm(teacher);
  const picture = usePickedFile(form, 'picture');
  const hasPicture = teacher.picture.secure_url !== null;
  return (
    <form className="space-y-6" noValidate onSubmit={onSubmit}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <FileDrop
        {...picture}
        label="Picture"
        kind="avatar"
        accept={THUMBNAIL_ACCEPT}
        hint={`Optional, cut to a square. jpg, jpeg or png, up to ${formatSize(IMAGE_MAX_BYTES)}`}
        currentUrl={teacher.picture.secure_url}
        error={errorOf('picture', 'Choose an image')}
      />
      {hasPicture && !picture.file && (
        <CheckField
          label="Remove the picture"
          hint="The initials are shown instead."
          {...form.register('removesPicture')}
        />
      )}
      <TextField
        label="Headline"
        placeholder="Chartered accountant, Hubballi"
        hint="Optional. Shown beside the name."
        autoComplete="off"
        {...field('headline', 'This is longer than the field allows')}
      />
      <TextArea
        label="About the teacher"
        hint="Optional. A few sentences in Markdown: **bold**, - lists, [links](https://…)"
        {...field('about', 'This is longer than the field allows')}
      />
      <Button type="submit" isBusy={isBusy} busyText="Saving">
        Save teacher
      </Button>
      <LeaveGuard isDirty={form.formState.isDirty} isOfQuery />
    </form>
  );
}

const TeacherSkeleton = () => (
  <>
    <LoadingNote />
    <Skeleton className="h-24 w-full" />
    <Skeleton className="mt-6 h-12 w-full" />
    <Skeleton className="mt-6 h-32 w-full" />
  </>
);

/** The text about the teacher of a course: one for all courses of the name. */
export function TeacherDetails({ name }: { name: string }) {
  const query = useQuery(teacherQuery(name));
  return (
    <section aria-labelledby="teacher-fields" className="surface mt-4 max-w-3xl p-5 sm:p-6">
      <h2 id="teacher-fields" className="text-title">
        About the teacher
      </h2>
      <p className="meta mt-1 mb-5">
        Shared by all courses of <bdi className="font-semibold">{name}</bdi>
        {query.data && ` (${countOf(query.data.teacher.numberOfCourses, 'course')})`}
      </p>
      <QueryBoundary query={query} skeleton={<TeacherSkeleton />} failure={messages.courses.broken}>
        {({ teacher }) => <TeacherForm key={teacher.name} teacher={teacher} />}
      </QueryBoundary>
    </section>
  );
}
