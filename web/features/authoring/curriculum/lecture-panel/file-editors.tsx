import { ExternalLink } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { MINUTE_MS } from '#contract/durations.ts';
import type { LiveClass } from '#contract/classroom/lecture-kinds.ts';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { kindNames, lengthWords } from '#web/features/classroom/kinds/kind-words.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { FileState, ReplaceFile } from './replace-file.tsx';

/** A file that is played or read as it is, and its replacement. */
function FileEditor({
  courseId,
  lecture,
  kind,
  children,
}: LectureOfCourse & { kind: 'audio' | 'pdf'; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = `file-${lecture._id}`;
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h3 ref={heading} id={id} tabIndex={-1} className="sr-only">
        {kindNames[kind]}
      </h3>
      {children}
      <FileState courseId={courseId} lecture={lecture} />
      <ReplaceFile {...{ courseId, lecture, kind }} onBegun={() => heading.current?.focus()} />
    </section>
  );
}

export const AudioEditor = (props: LectureOfCourse) => {
  const { audio, title } = props.lecture;
  return (
    <FileEditor {...props} kind="audio">
      {audio && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- for who made it; learners read its transcript
        <audio
          key={audio.address}
          controls
          preload="metadata"
          className="w-full"
          src={audio.address}
          aria-label={`Audio of ${title}`}
        />
      )}
    </FileEditor>
  );
};

export const PdfEditor = (props: LectureOfCourse) => {
  const { timeZone } = useSite();
  const { lecture } = props;
  return (
    <FileEditor {...props} kind="pdf">
      {lecture.pdf && (
        <p className="flex items-center justify-between gap-4 rounded-box border border-line px-4 text-sm">
          <a
            href={lecture.pdf.address}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-2 underline"
          >
            <ExternalLink size={16} aria-hidden="true" />
            Open the PDF
          </a>
          <span className="num text-muted">{lengthWords(lecture, timeZone)}</span>
        </p>
      )}
    </FileEditor>
  );
};

/** The recording of a class, which takes its place. */
export function RecordingEditor({ courseId, lecture, live }: LectureOfCourse & { live: LiveClass }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasEnded = useNow() > Date.parse(live.startsAt) + live.durationMinutes * MINUTE_MS;
  const id = `recording-${lecture._id}`;
  return (
    <section aria-labelledby={id} className="space-y-3 border-t border-line pt-5">
      <h3 ref={heading} id={id} tabIndex={-1} className="field-label font-sans outline-none">
        Recording
      </h3>
      {hasEnded ? (
        <ReplaceFile {...{ courseId, lecture }} kind="live" onBegun={() => heading.current?.focus()} />
      ) : (
        <p className="meta">Add it here after the class. The class then becomes a video.</p>
      )}
    </section>
  );
}
