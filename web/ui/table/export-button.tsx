import { Download } from 'lucide-react';
import { type DownloadedFile, saveFile } from '#web/api/download.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';

interface ExportButtonProps {
  run: () => Promise<DownloadedFile>;
  /** Only what the filter finds is exported, and the label says so. */
  isFiltered: boolean;
}

/** Saves the rows of a table as a CSV file. */
export function ExportButton({ run, isFiltered }: ExportButtonProps) {
  const exporting = useAction({
    run,
    messages: { loading: 'Preparing export...', success: 'Export downloaded', error: 'The export failed' },
    onSuccess: saveFile,
  });
  return (
    <Button tone="quiet" isBusy={exporting.isBusy} onClick={() => void exporting.start(undefined)}>
      <Download size={18} aria-hidden="true" />
      {isFiltered ? 'Export results as CSV' : 'Export as CSV'}
    </Button>
  );
}
