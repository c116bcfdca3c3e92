import { ExternalLink } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { countOf } from '#contract/format.ts';
import { FileEditor } from '#web/features/authoring/curriculum/lecture-panel/file-editor.tsx';
import type { ReplaceWords } from '#web/features/authoring/curriculum/lecture-panel/replace-file.tsx';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import type { SavedLecture } from '#web/features/authoring/curriculum/lecture-panel/use-saved-fields.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';

const words: ReplaceWords = {
  kind: 'pdf',
  open: 'Replace the PDF',
  label: 'Replace PDF',
  send: 'Upload PDF',
  keep: 'Keep current PDF',
  hint: 'Notes stay at their pages.',
  meanwhile: 'Learners read the current PDF until this one is ready.',
  done: messages.lectureKinds.pdfReplaced,
};

export const PdfEditor = (props: LectureOfCourse) => {
  const { lecture } = props;
  return (
    <FileEditor {...props} words={words}>
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
          <span className="num text-muted">{countOf(lecture.pdf.pages, 'page')}</span>
        </p>
      )}
    </FileEditor>
  );
};

export const PdfFields = ({ saved: { register, save } }: { saved: SavedLecture }) => (
  <CheckField
    label="Learners may save it"
    hint="Otherwise they read it in the page."
    {...register('isSaved', { onChange: save })}
  />
);
