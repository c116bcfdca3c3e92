import { useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { type DownloadedFile, saveFile } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';

interface Export {
  run: () => Promise<DownloadedFile>;
  /** Only the filtered rows are exported, and the label says so. */
  isFiltered: boolean;
}

/** Saves the rows of a table as a CSV file. */
export const useExport = ({ run, isFiltered }: Export) => {
  const { t } = useLingui();
  const { isBusy, start } = useAction({
    run,
    messages: { loading: t`Preparing export...`, success: t`Export downloaded`, error: t`The export failed` },
    onSuccess: saveFile,
  });
  const label = isFiltered ? t`Export results as CSV` : t`Export as CSV`;
  return { icon: Download, label, isBusy, onSelect: () => void start(undefined) };
};

export function ExportButton(props: Export) {
  const { icon: Icon, label, isBusy, onSelect } = useExport(props);
  return (
    <Button tone="quiet" isBusy={isBusy} onClick={onSelect}>
      <Icon size={18} aria-hidden="true" />
      {label}
    </Button>
  );
}
