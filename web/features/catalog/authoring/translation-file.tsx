import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { call, download, type ResponseOf, saveFile } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { FileReportView } from '#web/ui/file-report.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';

type Imported = ResponseOf<'POST /courses/:courseId/translations/:language/import'>;
type Format = 'po' | 'csv';

const formats: readonly { format: Format; name: string }[] = [
  { format: 'po', name: 'PO' },
  { format: 'csv', name: 'CSV' },
];

interface TranslationFileProps {
  courseId: string;
  language: string;
}

function ImportTranslations({ courseId, language }: TranslationFileProps) {
  const { t } = useLingui();
  const [file, setFile] = useState<File>();
  const [imported, setImported] = useState<Imported>();
  const importing = useAction({
    run: (chosen: File) =>
      call('POST /courses/:courseId/translations/:language/import', {
        params: { courseId, language },
        fields: {},
        files: { file: chosen },
      }),
    messages: { error: messages.translations.importFailed },
    onSuccess: (result) => {
      setFile(undefined);
      setImported(result);
    },
    changes: ['courses', 'course-lists'],
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (file) void importing.start(file);
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      <FileDrop
        label={t`Translated file`}
        kind="text"
        accept=".po,.csv,.txt"
        hint={t`PO or CSV, up to 10 MB. What is empty in the file stays as it is here.`}
        file={file}
        onFile={(next) => {
          setFile(next);
          setImported(undefined);
        }}
      />
      <Button type="submit" isBusy={importing.isBusy} isDisabled={!file}>
        <Trans>Import translations</Trans>
      </Button>
      {imported && (
        <FileReportView report={imported.report}>
          <Plural value={imported.saved} one="# translation changed." other="# translations changed." />
        </FileReportView>
      )}
    </form>
  );
}

/** The texts of a course as a file for a translator, and back. */
export function TranslationFile({ courseId, language }: TranslationFileProps) {
  const { t } = useLingui();
  const downloading = useAction({
    run: (format: Format) =>
      download('GET /courses/:courseId/translations/:language/file', `translations-${language}.${format}`, {
        params: { courseId, language },
        query: { format },
      }),
    messages: { loading: t`Preparing export...`, success: t`Export downloaded`, error: t`The export failed` },
    onSuccess: saveFile,
  });
  return (
    <details className="my-5">
      <summary className="cursor-pointer font-semibold">
        <Trans>Translate in another program</Trans>
      </summary>
      <p className="mt-2 max-w-prose text-sm text-muted">
        <Trans>Send a translator the file: PO for Poedit, Weblate and the like, CSV for a spreadsheet.</Trans>
      </p>
      <div className="my-4 flex flex-wrap gap-3">
        {formats.map(({ format, name }) => (
          <Button key={format} tone="quiet" isBusy={downloading.isBusy} onClick={() => void downloading.start(format)}>
            <Download size={18} aria-hidden="true" />
            <Trans>Download {name}</Trans>
          </Button>
        ))}
      </div>
      <ImportTranslations key={language} courseId={courseId} language={language} />
    </details>
  );
}
