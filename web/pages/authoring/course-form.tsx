import type { ManagedCourse } from '#contract/authoring.ts';
import { CourseFields } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import { IMAGE_MAX_BYTES } from '#contract/values.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/components/button.tsx';
import { FormAlert, TextArea, TextField } from '#web/components/fields.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { formatSize } from '#web/components/format.ts';
import { optionalPicture } from '#web/pages/authoring/course-picture.ts';
import { useContractForm, usePickedFile } from '#web/forms/use-contract-form.ts';
import { useSavedCourse } from '#web/pages/authoring/use-saved-course.ts';

const FormSchema = CourseFields.extend({ thumbnail: optionalPicture });

const sentences = {
  loading: messages.authoring.courseSaving,
  error: messages.authoring.courseFailed,
  incomplete: messages.courseCreate.incomplete,
};

/** The fields of a course and its thumbnail. */
export function CourseForm({ course }: { course: ManagedCourse }) {
  const { _id: courseId, title, category, createdBy, description } = course;
  const showSaved = useSavedCourse(courseId);
  const { form, complaint, isBusy, onSubmit, field, errorOf } = useContractForm({
    schema: FormSchema,
    defaults: { title, category, createdBy, description },
    sentences,
    run: ({ thumbnail, ...fields }) =>
      call('PUT /courses/:courseId', { params: { courseId }, fields, files: { thumbnail } }),
    onSuccess: async () => {
      form.setValue('thumbnail', undefined);
      await showSaved();
    },
  });
  const thumbnail = usePickedFile(form, 'thumbnail');
  return (
    <section aria-labelledby="course-fields" className="surface p-5 sm:p-6">
      <h2 id="course-fields" className="text-title">
        About the course
      </h2>
      <form className="mt-5 space-y-6" noValidate onSubmit={(event) => void onSubmit(event)}>
        {complaint && <FormAlert>{complaint}</FormAlert>}
        <FileDrop
          {...thumbnail}
          label="Thumbnail"
          kind="image"
          accept=".jpg,.jpeg,.png"
          hint={`Leave it to keep this one. jpg, jpeg or png, up to ${formatSize(IMAGE_MAX_BYTES)}`}
          currentUrl={course.thumbnail.secure_url}
          error={errorOf('thumbnail', 'Choose a picture')}
        />
        <TextField label="Title" autoComplete="off" {...field('title', 'Enter a title')} />
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField label="Instructor" autoComplete="off" {...field('createdBy', 'Enter a name')} />
          <TextField label="Category" autoComplete="off" {...field('category', 'Enter a category')} />
        </div>
        <TextArea label="Description" {...field('description', 'Enter a description')} />
        <Button type="submit" isBusy={isBusy} busyText="Saving">
          Save course
        </Button>
      </form>
    </section>
  );
}
