import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { MINUTE_MS } from '#contract/durations.ts';
import { messages } from '#contract/messages.ts';
import { endpointQuery } from '#web/api/query.ts';
import { ReplaceFile, type ReplaceWords } from '#web/features/authoring/curriculum/lecture-panel/replace-file.tsx';
import type { SavedLecture } from '#web/features/authoring/curriculum/lecture-panel/use-saved-fields.ts';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useZoneName } from '#web/ui/text/own-time.ts';
import { useNow } from '#web/ui/use-now.ts';

const useWords = (): ReplaceWords => {
  const { t } = useLingui();
  return {
    kind: 'video',
    open: t`Add the recording`,
    label: t`Recording`,
    send: t`Upload recording`,
    keep: t`Cancel`,
    hint: t`The class becomes a video; its notes and questions stay.`,
    meanwhile: t`The class becomes a video once this is uploaded.`,
    done: messages.lectureKinds.recordingAdded,
  };
};

/** Other classes with the same link at the same time. */
function ClassConflicts({ courseId, lectureId }: { courseId: string; lectureId: string }) {
  const query = endpointQuery(['courses', courseId], 'GET /courses/:courseId/lecture/:lectureId/class-conflicts', {
    params: { courseId, lectureId },
  });
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
export function ClassFields({ courseId, lecture, saved: { field } }: LectureOfCourse & { saved: SavedLecture }) {
  const { t } = useLingui();
  const zone = useZoneName();
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
        <TextField label={t`Date and time`} type="datetime-local" hint={t`Time zone: ${zone}`} {...field('startsAt')} />
        <TextField label={t`Minutes`} inputMode="numeric" autoComplete="off" {...field('durationMinutes')} />
      </div>
      <TextField
        label={t`Link of the class`}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint={t`Learners see it from 15 minutes before the start to the end.`}
        {...field('url')}
      />
      <ClassConflicts courseId={courseId} lectureId={lecture._id} />
    </>
  );
}

/** The recording of a class, which takes its place. */
export function RecordingEditor({ courseId, lecture }: LectureOfCourse) {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const { startsAt = '', durationMinutes = 0 } = lecture.live ?? {};
  const hasEnded = useNow() > Date.parse(startsAt) + durationMinutes * MINUTE_MS;
  const id = `recording-${lecture._id}`;
  return (
    <section aria-labelledby={id} className="space-y-3 border-t border-line pt-5">
      <h3 ref={heading} id={id} tabIndex={-1} className="field-label font-sans outline-none">
        <Trans>Recording</Trans>
      </h3>
      {hasEnded ? (
        <ReplaceFile {...{ courseId, lecture, words }} onBegun={() => heading.current?.focus()} />
      ) : (
        <p className="meta">
          <Trans>Add it here after the class. The class then becomes a video.</Trans>
        </p>
      )}
    </section>
  );
}
