import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { z } from 'zod';
import { LectureChanges } from '#contract/catalog/authoring.ts';
import { kindContent } from '#contract/classroom/lecture-kinds.ts';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import { messages } from '#contract/messages.ts';
import type { Curriculum } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { useLeaveWarning } from '#web/ui/forms/leave-guard.tsx';
import { numberOf } from '#web/ui/forms/typed-number.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { instantOf, localTimeOf } from '#web/ui/text/days.ts';

const { lengthMissing, startMissing } = messages.lectureKinds;

const FormSchema = LectureChanges.pick({
  title: true,
  description: true,
  chapters: true,
  isFreePreview: true,
  isDraft: true,
  text: true,
})
  .required()
  .extend({
    /** In the school's time zone, as its field writes it. */
    startsAt: z.string(),
    durationMinutes: z.string(),
    url: z.string(),
    isSaved: z.boolean(),
  });
const ClassSchema = FormSchema.extend({
  startsAt: z.string().min(1, startMissing),
  durationMinutes: z
    .string()
    .refine((text) => kindContent.durationMinutes.safeParse(numberOf(text)).success, lengthMissing),
  url: kindContent.url,
});
type Fields = z.input<typeof FormSchema>;

/** A lecture has the fields of its kind; those of other kinds are empty, and never change. */
const fieldsOf = (lecture: ManagedLecture, timeZone: string): Fields => {
  const { title, description, chaptersText, isFreePreview, isDraft, markdown, live, classUrl, pdf } = lecture;
  return {
    title,
    description,
    chapters: chaptersText,
    isFreePreview,
    isDraft,
    text: markdown ?? '',
    startsAt: live ? localTimeOf(live.startsAt, timeZone) : '',
    durationMinutes: live ? String(live.durationMinutes) : '',
    url: classUrl ?? '',
    isSaved: pdf?.isSaved ?? false,
  };
};

const NAMES = [
  'title',
  'description',
  'chapters',
  'isFreePreview',
  'isDraft',
  'text',
  'startsAt',
  'durationMinutes',
  'url',
  'isSaved',
] as const;

export interface LectureFieldsProps {
  curriculum: Curriculum;
  lecture: ManagedLecture;
}

/** Every field is saved when it is left, and switches when they are pressed. */
export const useSavedFields = ({ curriculum, lecture }: LectureFieldsProps) => {
  const { timeZone } = useSite();
  const stored = fieldsOf(lecture, timeZone);
  const form = useForm<Fields>({
    resolver: zodResolver(lecture.live ? ClassSchema : FormSchema),
    values: stored,
    // Typed text stays when the lecture changes elsewhere.
    resetOptions: { keepDirtyValues: true },
  });
  // `keepDirtyValues` needs a subscription to which fields are dirty.
  const { dirtyFields, errors } = form.formState;
  useLeaveWarning(Object.keys(dirtyFields).length > 0);
  const known = useRef(stored);
  useEffect(() => {
    known.current = fieldsOf(lecture, timeZone);
  }, [lecture, timeZone]);
  const send = async (input: Fields): Promise<void> => {
    const changed = NAMES.filter((name) => input[name] !== known.current[name]);
    if (changed.length === 0) return;
    known.current = input;
    for (const name of changed) form.resetField(name, { defaultValue: input[name] });
    const sent = {
      ...input,
      startsAt: input.startsAt && instantOf(input.startsAt, timeZone),
      durationMinutes: numberOf(input.durationMinutes),
    };
    const changes = Object.fromEntries(changed.map((name) => [name, sent[name]]));
    // It is tried again when the next field is left.
    if (!(await curriculum.changeLecture(lecture, changes))) known.current = fieldsOf(lecture, timeZone);
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

export type SavedLecture = ReturnType<typeof useSavedFields>;
