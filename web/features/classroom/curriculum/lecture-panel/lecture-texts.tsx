import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { LectureChanges } from '#contract/authoring.ts';
import type { ManagedLecture } from '#contract/lectures.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { useLeaveWarning } from '#web/ui/forms/leave-guard.tsx';
import type { Curriculum } from '#web/features/classroom/curriculum/use-curriculum.ts';

const CHAPTERS_EXAMPLE = '0:00 Welcome\n1:30 Warm land\n4:05 Cool sea';

const FormSchema = LectureChanges.pick({
  title: true,
  description: true,
  chapters: true,
  isFreePreview: true,
  isDraft: true,
}).required();
type Fields = z.input<typeof FormSchema>;

const fieldsOf = ({ title, description, chaptersText, isFreePreview, isDraft }: ManagedLecture): Fields => ({
  title,
  description,
  chapters: chaptersText,
  isFreePreview,
  isDraft,
});

interface LectureTextsProps {
  curriculum: Curriculum;
  lecture: ManagedLecture;
}

const NAMES = ['title', 'description', 'chapters', 'isFreePreview', 'isDraft'] as const;

/** Every field is saved when it is left, and switches when they are pressed. */
const useSavedFields = ({ curriculum, lecture }: LectureTextsProps) => {
  const form = useForm<Fields>({
    resolver: zodResolver(FormSchema),
    values: fieldsOf(lecture),
    // Typed text stays when the lecture changes elsewhere.
    resetOptions: { keepDirtyValues: true },
  });
  // `keepDirtyValues` needs a subscription to which fields are dirty.
  const { dirtyFields, errors } = form.formState;
  useLeaveWarning(Object.keys(dirtyFields).length > 0);
  const known = useRef(fieldsOf(lecture));
  useEffect(() => {
    known.current = fieldsOf(lecture);
  }, [lecture]);
  const send = async (input: Fields): Promise<void> => {
    const changed = NAMES.filter((name) => input[name] !== known.current[name]);
    if (changed.length === 0) return;
    known.current = input;
    for (const name of changed) form.resetField(name, { defaultValue: input[name] });
    const changes = Object.fromEntries(changed.map((name) => [name, input[name]]));
    // It is tried again when the next field is left.
    if (!(await curriculum.changeLecture(lecture, changes))) known.current = fieldsOf(lecture);
  };
  const save = (): void => void form.handleSubmit(send)();
  const leave = useEffectEvent(save);
  // A panel that closes with the page does not report that its field was left.
  useEffect(() => () => leave(), []);
  return {
    save,
    register: form.register,
    field: (name: FieldPath<Fields>) => ({ ...form.register(name), error: errors[name]?.message }),
  };
};

export function LectureTexts(props: LectureTextsProps) {
  const { save, register, field } = useSavedFields(props);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the fields are what is left
    <form
      className="space-y-4"
      noValidate
      onBlur={save}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField label="Title" autoComplete="off" maxLength={200} {...field('title')} />
      <TextArea label="Description" rows={4} {...field('description')} />
      <CheckField
        label="Free preview"
        hint="Anyone can watch it without buying."
        {...register('isFreePreview', { onChange: save })}
      />
      <CheckField
        label="Draft"
        hint="Learners can’t see it while this is on."
        {...register('isDraft', { onChange: save })}
      />
      <TextArea
        label="Chapters"
        rows={4}
        spellCheck={false}
        placeholder={CHAPTERS_EXAMPLE}
        hint="One per line: start time, then title."
        {...field('chapters')}
      />
    </form>
  );
}
