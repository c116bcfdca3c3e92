import { type ReactNode, useRef } from 'react';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { kindName } from '#web/features/kinds/kinds.ts';
import { FileState, ReplaceFile, type ReplaceWords } from './replace-file.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

/** A file that is played or read as it is, and its replacement. */
export function FileEditor({
  courseId,
  lecture,
  words,
  children,
}: LectureOfCourse & { words: ReplaceWords; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = `file-${lecture._id}`;
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h3 ref={heading} id={id} tabIndex={-1} className="sr-only">
        {kindName(lecture.kind, useLanguage())}
      </h3>
      {children}
      <FileState courseId={courseId} lecture={lecture} />
      <ReplaceFile {...{ courseId, lecture, words }} onBegun={() => heading.current?.focus()} />
    </section>
  );
}
