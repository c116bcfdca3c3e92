import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, type FieldErrors, useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { CourseFields } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import { IMAGE_MAX_BYTES } from '#contract/values.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { courseListQuery } from '#web/api/queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/components/button.tsx';
import { FormAlert, TextArea, TextField } from '#web/components/fields.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { formatSize } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { complaintsAbout } from '#web/forms/complaints.ts';
import { pickedFile } from '#web/forms/picked-file.ts';

const { incomplete, loading, success, error: failed } = messages.courseCreate;
const complaints = complaintsAbout(incomplete);

const FormSchema = CourseFields.extend({
  thumbnail: pickedFile(incomplete)
    .refine(({ name }) => /\.(jpe?g|png)$/i.test(name), 'Choose a jpg, jpeg or png picture')
    .refine(({ size }) => size <= IMAGE_MAX_BYTES, `A thumbnail may have up to ${formatSize(IMAGE_MAX_BYTES)}`),
});
type CourseInput = z.output<typeof FormSchema>;
type Draft = z.input<typeof FormSchema>;

const useCreateCourse = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [complaint, setComplaint] = useState<string>();
  const action = useAction({
    run: ({ thumbnail, ...fields }: CourseInput) => {
      setComplaint(undefined);
      return call('POST /courses', { fields, files: { thumbnail } });
    },
    sentences: { loading, success, error: failed },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['courses'] });
      await navigate('/courses');
    },
    onError: (error) => setComplaint(sentenceOf(error, failed)),
  });
  return { ...action, complaint, setComplaint };
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
  const creating = useCreateCourse();
  const { register, control, handleSubmit, formState } = useForm<Draft, unknown, CourseInput>({
    resolver: zodResolver(FormSchema),
    defaultValues: { title: '', category: '', createdBy: '', description: '' },
  });
  const { errors } = formState;
  const onInvalid = (problems: FieldErrors<Draft>) => {
    const sentence = complaints.ofForm(problems);
    creating.setComplaint(sentence);
    toast.error(sentence);
  };

  return (
    <div className="page max-w-2xl py-10">
      <PageHeading>Create New Course</PageHeading>
      <p className="mt-2 text-muted">It is published at once. Lectures are added afterwards.</p>
      <form
        className="mt-8 space-y-6"
        noValidate
        onSubmit={(event) => void handleSubmit(creating.start, onInvalid)(event)}
      >
        {creating.complaint && <FormAlert>{creating.complaint}</FormAlert>}
        <fieldset disabled={creating.isBusy} className="space-y-6">
          <Controller
            control={control}
            name="thumbnail"
            render={({ field }) => (
              <FileDrop
                ref={field.ref}
                label="Thumbnail"
                kind="image"
                accept=".jpg,.jpeg,.png"
                hint={`jpg, jpeg or png, up to ${formatSize(IMAGE_MAX_BYTES)}`}
                file={field.value}
                onFile={field.onChange}
                error={complaints.beside(errors.thumbnail, 'Choose a picture')}
              />
            )}
          />
          <TextField
            label="Title"
            placeholder="At least 8 characters"
            autoComplete="off"
            {...register('title')}
            error={complaints.beside(errors.title, 'Enter a title')}
          />
          <div className="grid gap-6 sm:grid-cols-2">
            <TextField
              label="Instructor"
              autoComplete="off"
              {...register('createdBy')}
              error={complaints.beside(errors.createdBy, 'Enter a name')}
            />
            <TextField
              label="Category"
              autoComplete="off"
              list="category-names"
              {...register('category')}
              error={complaints.beside(errors.category, 'Enter a category')}
            />
            <CategoryNames id="category-names" />
          </div>
          <TextArea
            label="Description"
            placeholder="At least 20 characters"
            {...register('description')}
            error={complaints.beside(errors.description, 'Enter a description')}
          />
        </fieldset>
        <Button type="submit" size="large" className="w-full" isBusy={creating.isBusy} busyText="Creating the course">
          Create course
        </Button>
      </form>
    </div>
  );
}
