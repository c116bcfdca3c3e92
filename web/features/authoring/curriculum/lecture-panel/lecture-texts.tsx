import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { LectureKind } from '#contract/classroom/lecture-kinds.ts';
import { messages } from '#contract/messages.ts';
import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { TextEditor } from './text-editor.tsx';
import { type LectureFieldsProps, useSavedFields } from './use-saved-fields.ts';

const CHAPTERS_EXAMPLE = '0:00 Welcome\n1:30 Warm land\n4:05 Cool sea';

const freeHints: Record<LectureKind, string> = {
  video: 'Anyone can watch it without buying.',
  audio: 'Anyone can listen to it without buying.',
  text: 'Anyone can read it without buying.',
  pdf: 'Anyone can read it without buying.',
  live: 'Anyone can see when it is. Only learners get the link.',
  quiz: 'Anyone can see it without buying.',
};

type SavedFields = ReturnType<typeof useSavedFields>;

/** Other classes with the same link at the same time. */
function ClassConflicts({ courseId, lectureId }: { courseId: string; lectureId: string }) {
  const query = endpointQuery(
    queryKeys.classConflicts(courseId, lectureId),
    'GET /courses/:courseId/lecture/:lectureId/class-conflicts',
    { params: { courseId, lectureId } },
  );
  const [conflict] = useQuery({ ...query, staleTime: 0 }).data?.conflicts ?? [];
  return (
    conflict && (
      <output className="flex gap-2 text-sm text-warning">
        <TriangleAlert size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
        {messages.lectureKinds.conflict(conflict.lectureTitle, conflict.courseTitle)}
      </output>
    )
  );
}

/** When a class is, and its link. */
function ClassFields({ field }: SavedFields) {
  const { timeZone } = useSite();
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
        <TextField
          label="Date and time"
          type="datetime-local"
          hint={`Time zone: ${timeZone.replaceAll('_', ' ')}`}
          {...field('startsAt')}
        />
        <TextField label="Minutes" inputMode="numeric" autoComplete="off" {...field('durationMinutes')} />
      </div>
      <TextField
        label="Link of the class"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint="Learners see it from 15 minutes before the start to the end."
        {...field('url')}
      />
    </>
  );
}

/** The fields of a lecture, which are saved without a button. */
export function LectureTexts({ curriculum, lecture }: LectureFieldsProps) {
  const saved = useSavedFields({ curriculum, lecture });
  const { save, register, field } = saved;
  const { kind } = lecture;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the fields are what is left
    <form
      className="space-y-4"
      noValidate
      // The buttons of an editor do not leave its text.
      onBlur={({ target, relatedTarget }) => target.closest('[data-editor]')?.contains(relatedTarget) || save()}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField label="Title" autoComplete="off" maxLength={200} {...field('title')} />
      {kind === 'text' ? (
        <TextEditor courseId={curriculum.courseId} lecture={lecture} {...field('text')} />
      ) : (
        <TextArea label="Description" rows={4} {...field('description')} />
      )}
      {kind === 'live' && <ClassFields {...saved} />}
      {kind === 'live' && <ClassConflicts courseId={curriculum.courseId} lectureId={lecture._id} />}
      {kind === 'pdf' && (
        <CheckField
          label="Learners may save it"
          hint="Otherwise they read it in the page."
          {...register('isSaved', { onChange: save })}
        />
      )}
      <CheckField label="Free preview" hint={freeHints[kind]} {...register('isFreePreview', { onChange: save })} />
      <CheckField
        label="Draft"
        hint="Learners can’t see it while this is on."
        {...register('isDraft', { onChange: save })}
      />
      {(kind === 'video' || kind === 'audio') && (
        <TextArea
          label="Chapters"
          rows={4}
          spellCheck={false}
          placeholder={CHAPTERS_EXAMPLE}
          hint="One per line: start time, then title."
          {...field('chapters')}
        />
      )}
    </form>
  );
}
