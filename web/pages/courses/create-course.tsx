import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { CourseFields } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import { IMAGE_MAX_BYTES } from '#contract/values.ts';
import { call } from '#web/api/call.ts';
import { courseListQuery } from '#web/api/queries.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField } from '#web/components/check-field.tsx';
import { FormAlert, TextArea, TextField } from '#web/components/fields.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { formatSize } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { pickedFile } from '#web/forms/picked-file.ts';
import { useContractForm, usePickedFile } from '#web/forms/use-contract-form.ts';

const sentences = messages.courseCreate;

const FormSchema = CourseFields.extend({
  isDraft: z.boolean(),
  thumbnail: pickedFile(sentences.incomplete)
    .refine(({ name }) => /\.(jpe?g|png)$/i.test(name), 'Choose a jpg, jpeg or png picture')
    .refine(({ size }) => size <= IMAGE_MAX_BYTES, `A thumbnail may have up to ${formatSize(IMAGE_MAX_BYTES)}`),
});

const useCreateCourse = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useContractForm({
    schema: FormSchema,
    defaults: { title: '', category: '', createdBy: '', description: '', isDraft: false },
    sentences,
    run: async ({ thumbnail, isDraft, ...fields }) => {
      const texts = { ...fields, ...(isDraft ? { isDraft: 'true' as const } : {}) };
      return { isDraft, ...(await call('POST /courses', { fields: texts, files: { thumbnail } })) };
    },
    onSuccess: async ({ isDraft, course }) => {
      await queryClient.invalidateQueries({ queryKey: ['courses'] });
      await navigate(isDraft ? `/course/edit?course=${course._id}` : '/courses');
    },
  });
};

/** What courses are filed under so far, to choose from or to leave. */
const CategoryNames = ({ id }: { id: string }) => {
  const { data } = useQuery(courseListQuery({ limit: 1 }));
  return (
    <datalist id={id}>
      {data?.categories.map((category) => (
        <option key={category}>{category}</option>
      ))}
    </datalist>
  );
};

export function Component() {
  const { form, complaint, isBusy, onSubmit, field, errorOf } = useCreateCourse();
  const thumbnail = usePickedFile(form, 'thumbnail');
  return (
    <div className="page max-w-2xl py-10">
      <PageHeading>Create New Course</PageHeading>
      <p className="mt-2 text-muted">It is published at once. Lectures are added afterwards.</p>
      <form className="mt-8 space-y-6" noValidate onSubmit={(event) => void onSubmit(event)}>
        {complaint && <FormAlert>{complaint}</FormAlert>}
        <div className="space-y-6">
          <FileDrop
            {...thumbnail}
            label="Thumbnail"
            kind="image"
            accept=".jpg,.jpeg,.png"
            hint={`jpg, jpeg or png, up to ${formatSize(IMAGE_MAX_BYTES)}`}
            error={errorOf('thumbnail', 'Choose a picture')}
          />
          <TextField
            label="Title"
            placeholder="At least 8 characters"
            autoComplete="off"
            {...field('title', 'Enter a title')}
          />
          <div className="grid gap-6 sm:grid-cols-2">
            <TextField label="Instructor" autoComplete="off" {...field('createdBy', 'Enter a name')} />
            <TextField
              label="Category"
              autoComplete="off"
              list="category-names"
              {...field('category', 'Enter a category')}
            />
            <CategoryNames id="category-names" />
          </div>
          <TextArea
            label="Description"
            placeholder="At least 20 characters"
            {...field('description', 'Enter a description')}
          />
          <CheckField
            label="Keep it as a draft"
            hint="Only admins see it until it is published."
            {...form.register('isDraft')}
          />
        </div>
        <Button type="submit" size="large" className="w-full" isBusy={isBusy} busyText="Creating the course">
          Create course
        </Button>
      </form>
    </div>
  );
}
