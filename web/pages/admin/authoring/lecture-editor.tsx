import { z } from 'zod';
import type { ManagedLecture } from '#contract/authoring.ts';
import { ChaptersText } from '#contract/chapters.ts';
import { LectureFields } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField } from '#web/components/check-field.tsx';
import { FormAlert, TextArea, TextField } from '#web/components/fields.tsx';
import { useContractForm } from '#web/forms/use-contract-form.ts';
import { CaptionsEditor } from './captions-editor.tsx';
import { useShowSavedCourse } from './use-show-saved-course.ts';
import { VideoEditor } from './video-editor.tsx';

const FormSchema = LectureFields.extend({
  chapters: ChaptersText,
  isFreePreview: z.boolean(),
  isDraft: z.boolean(),
});

const sentences = {
  loading: messages.authoring.lectureSaving,
  error: messages.authoring.lectureFailed,
  incomplete: messages.lectures.addIncomplete,
};

const CHAPTERS_EXAMPLE = '0:00 Welcome\n1:30 Warm land\n4:05 Cool sea';

interface LectureEditorProps {
  courseId: string;
  lecture: ManagedLecture;
}

function TextsForm({ courseId, lecture }: LectureEditorProps) {
  const { _id: lectureId, title, description, chaptersText, isFreePreview, isDraft } = lecture;
  const showSaved = useShowSavedCourse(courseId);
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: FormSchema,
    defaults: { title, description, chapters: chaptersText, isFreePreview, isDraft },
    sentences,
    run: (changes) =>
      call('PATCH /courses/:courseId/lecture/:lectureId', { params: { courseId, lectureId }, body: changes }),
    onSuccess: showSaved,
  });
  return (
    <form className="space-y-5" noValidate onSubmit={(event) => void onSubmit(event)}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <TextField label="Title" autoComplete="off" {...field('title', 'Enter a title')} />
      <TextArea label="Description" rows={4} {...field('description', 'Enter a description')} />
      <TextArea
        label="Chapters"
        rows={4}
        spellCheck={false}
        placeholder={CHAPTERS_EXAMPLE}
        hint="One per line: start time, then title."
        {...field('chapters', '')}
      />
      <CheckField
        label="Free preview"
        hint="Anyone can watch this lecture, even without an account."
        {...form.register('isFreePreview')}
      />
      <CheckField label="Draft" hint="Learners can’t see it while this is on." {...form.register('isDraft')} />
      <Button type="submit" isBusy={isBusy} busyText="Saving">
        Save lecture
      </Button>
    </form>
  );
}

export const LectureEditor = ({ courseId, lecture }: LectureEditorProps) => (
  <div className="space-y-8 border-t border-line bg-base-200/40 p-4 sm:p-6">
    <TextsForm courseId={courseId} lecture={lecture} />
    <VideoEditor courseId={courseId} lecture={lecture} />
    <CaptionsEditor courseId={courseId} lecture={lecture} />
  </div>
);
