import { useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { download, saveFile } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';

interface ExportNotesProps extends Pick<ComponentProps<typeof Button>, 'className' | 'size'> {
  courseId: string;
  label: string;
}

/** Saves the learner's notes about a course as a file. */
export const ExportNotes = ({ courseId, label, ...look }: ExportNotesProps) => {
  const { t } = useLingui();
  const exporting = useAction({
    run: () => download('GET /courses/:courseId/notes/export', 'notes.md', { params: { courseId } }),
    messages: { error: t`The notes could not be exported` },
    onSuccess: saveFile,
  });
  return (
    <Button tone="ghost" {...look} isBusy={exporting.isBusy} onClick={() => void exporting.start(undefined)}>
      <Download size={18} aria-hidden="true" />
      {label}
    </Button>
  );
};
