import { Download } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import type { AnswerFile } from '#contract/classroom/quiz-questions.ts';
import { download, saveFile } from '#web/api/call.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { formatSize } from '#contract/format.ts';
import type { AttemptPlace } from './quiz-queries.ts';

/** Saves the file of an answer. */
export const AnswerFileButton = ({ place, file }: { place: AttemptPlace; file: AnswerFile }) => (
  <ActionButton
    tone="quiet"
    size="small"
    run={() =>
      download('GET /courses/:courseId/lectures/:lectureId/attempts/:attemptId/files/:fileId', file.name, {
        params: { ...place, fileId: file._id },
      })
    }
    messages={{ error: messages.quizzes.fileNotOpened }}
    onSuccess={({ content }) => saveFile({ name: file.name, content })}
  >
    <Download size={16} className="shrink-0" aria-hidden="true" />
    <span className="min-w-0 truncate" dir="auto">
      {file.name}
    </span>
    <span className="num font-normal text-muted">{formatSize(file.sizeBytes)}</span>
  </ActionButton>
);
