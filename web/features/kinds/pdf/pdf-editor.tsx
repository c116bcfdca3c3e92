import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { FileEditor } from '#web/features/authoring/curriculum/lecture-panel/file-editor.tsx';
import type { ReplaceWords } from '#web/features/authoring/curriculum/lecture-panel/replace-file.tsx';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import type { SavedLecture } from '#web/features/authoring/curriculum/lecture-panel/use-saved-fields.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';

const useWords = (): ReplaceWords => {
  const { t } = useLingui();
  return {
    kind: 'pdf',
    open: t`Replace the PDF`,
    label: t`Replace PDF`,
    send: t`Upload PDF`,
    keep: t`Keep current PDF`,
    hint: t`Notes stay at their pages.`,
    meanwhile: t`Learners read the current PDF until this one is ready.`,
    done: messages.lectureKinds.pdfReplaced,
  };
};

export const PdfEditor = (props: LectureOfCourse) => {
  const { lecture } = props;
  return (
    <FileEditor {...props} words={useWords()}>
      {lecture.pdf && (
        <p className="flex items-center justify-between gap-4 rounded-box border border-line px-4 text-sm">
          <a
            href={lecture.pdf.address}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-2 underline"
          >
            <ExternalLink size={16} aria-hidden="true" />
            <Trans>Open the PDF</Trans>
          </a>
          <span className="num text-muted">
            <Plural value={lecture.pdf.pages} one="# page" other="# pages" />
          </span>
        </p>
      )}
    </FileEditor>
  );
};

export const PdfFields = ({ saved: { register, save } }: { saved: SavedLecture }) => {
  const { t } = useLingui();
  return (
    <CheckField
      label={t`Learners may save it`}
      hint={t`Otherwise they read it in the page.`}
      {...register('isSaved', { onChange: save })}
    />
  );
};
