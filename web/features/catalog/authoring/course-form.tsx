import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { z } from 'zod';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { CourseFields } from '#contract/catalog/catalog.ts';
import { IMAGE_MAX_BYTES } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { courseListQuery } from '#web/api/course-queries.ts';
import { Field, FormAlert, TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { MarkdownField } from '#web/ui/inputs/markdown-field.tsx';
import { FileDrop, THUMBNAIL_ACCEPT } from '#web/ui/inputs/file-drop.tsx';
import { formatSize } from '#contract/format.ts';
import { LeaveGuard, useLeaveWarning } from '#web/ui/forms/leave-guard.tsx';
import { thumbnailIf } from '#web/ui/forms/file-fields.ts';
import { useIsTeaching } from '#web/app/session/course-pages.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useSession } from '#web/app/session/use-session.ts';
import { useContractForm, usePickedFile } from '#web/ui/forms/use-contract-form.ts';

const { incomplete } = messages.courseCreate;

const schemaFor = (course: ManagedCourse | undefined) =>
  CourseFields.required({ outcomes: true }).extend({
    thumbnail: thumbnailIf(course === undefined, incomplete),
  });

export type CourseInput = z.output<ReturnType<typeof schemaFor>>;

type CourseDraft = z.input<ReturnType<typeof schemaFor>>;

const emptyCourse: CourseDraft = {
  title: '',
  category: '',
  createdBy: '',
  description: '',
  outcomes: '',
  language: undefined,
  thumbnail: undefined,
};

const draftOf = ({ title, category, createdBy, description, outcomes, language }: ManagedCourse): CourseDraft => ({
  title,
  category,
  createdBy,
  description,
  outcomes: outcomes.join('\n'),
  language,
  thumbnail: undefined,
});

interface CourseFormProps<Saved> {
  /** The course to edit; without one, the form creates a course. */
  course?: ManagedCourse;
  /** The course as it is stored now. */
  latest?: () => Promise<ManagedCourse>;
  messages: { loading: string; success?: string; error: string };
  save: (input: CourseInput) => Promise<Saved>;
  onSaved: (saved: Saved) => Promise<void>;
  /** The submit button. */
  children: (isBusy: boolean) => ReactNode;
}

/** The categories in use, as suggestions. */
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

const useCourseForm = <Saved,>({
  course,
  latest,
  messages,
  save,
  onSaved,
}: Omit<CourseFormProps<Saved>, 'children'>) => {
  // In most schools the teacher of a new course is its author.
  const createdBy = useSession()?.user.fullName ?? '';
  const { language } = useSite();
  const contractForm = useContractForm({
    schema: schemaFor(course),
    defaults: course ? draftOf(course) : { ...emptyCourse, createdBy, language },
    messages: { ...messages, incomplete },
    run: save,
    latest: latest && (async () => draftOf(await latest())),
    onSuccess: async (saved) => {
      contractForm.showSaved();
      contractForm.form.resetField('thumbnail', { defaultValue: undefined });
      await onSaved(saved);
    },
  });
  return contractForm;
};

interface CourseTextsProps {
  field: (name: 'description' | 'outcomes', whenMissing: string) => Omit<ComponentProps<typeof MarkdownField>, 'label'>;
}

const CourseTexts = ({ field }: CourseTextsProps) => {
  const { t } = useLingui();
  return (
    <>
      <MarkdownField
        label={t`Description`}
        rows={8}
        placeholder={t`At least 20 characters`}
        hint={t`The first paragraph is shown under the title.`}
        {...field('description', t`Enter a description`)}
      />
      <TextArea
        label={t`After this course you can`}
        hint={t`Optional. One per line, e.g. Read a balance sheet`}
        {...field('outcomes', messages.fields.tooLong)}
      />
    </>
  );
};

/** Of the languages of the school, and that of the course; nothing where they are one. */
function LanguageField({ course, ...input }: { course: ManagedCourse | undefined } & ComponentProps<'select'>) {
  const { t } = useLingui();
  const { languages } = useSite();
  const isKnown = !course || languages.some(({ code }) => code === course.language);
  const offered = isKnown ? languages : [...languages, { code: course.language, name: course.language }];
  if (offered.length === 1) return null;
  return (
    <Field label={t`Language`} hint={t`The language of what you write here.`}>
      {(described) => (
        <select {...described} {...input} className="select h-12 sm:max-w-xs">
          {offered.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Creates a course, or edits one. */
export function CourseForm<Saved>({ children, ...props }: CourseFormProps<Saved>) {
  const { t } = useLingui();
  const { course } = props;
  const { form, formError, isBusy, onSubmit, field, errorOf } = useCourseForm(props);
  // Only admins change whose course it is.
  const isTeaching = useIsTeaching();
  useLeaveWarning(form.formState.isDirty);
  return (
    <form className="space-y-6" noValidate onSubmit={onSubmit}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <FileDrop
        {...usePickedFile(form, 'thumbnail')}
        label={t`Thumbnail`}
        kind="image"
        accept={THUMBNAIL_ACCEPT}
        hint={
          course
            ? t`Leave empty to keep the current image. jpg, jpeg or png, up to ${{ size: formatSize(IMAGE_MAX_BYTES) }}`
            : t`jpg, jpeg or png, up to ${{ size: formatSize(IMAGE_MAX_BYTES) }}`
        }
        currentUrl={course?.thumbnail.secure_url}
        error={errorOf('thumbnail', t`Choose an image`)}
      />
      <TextField
        label={t`Title`}
        placeholder={t`At least 8 characters`}
        autoComplete="off"
        {...field('title', messages.sitePages.titleMissing)}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        {!isTeaching && (
          <TextField label={t`Instructor`} autoComplete="off" {...field('createdBy', messages.people.nameMissing)} />
        )}
        <TextField
          label={t`Category`}
          autoComplete="off"
          list="category-names"
          {...field('category', t`Enter a category`)}
        />
        <CategoryNames id="category-names" />
      </div>
      <CourseTexts field={field} />
      <LanguageField course={course} {...form.register('language')} />
      {children(isBusy)}
      {course && <LeaveGuard isDirty={form.formState.isDirty} isOfQuery />}
    </form>
  );
}
