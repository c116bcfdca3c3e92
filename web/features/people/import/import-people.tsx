import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { type PeopleImport, peopleImportQuery } from '#web/features/people/people-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { LoadingNote, PanelSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { ImportColumnsPanel } from './import-columns-panel.tsx';
import { ImportLines } from './import-lines.tsx';
import { ImportRunPanel } from './import-run-panel.tsx';

/** File, columns, check, run: the import is in the address, so that it survives a reload. */
export function Component() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const importId = (address.get('id') ?? '').slice(0, 64);
  return (
    <AdminPage
      heading={t`Import people`}
      back={<BackLink to={pathTo('users')}>{t`People`}</BackLink>}
      lead={t`Everyone in the file gets an account, and an email with a link to choose a password. You review everything before anything is sent.`}
    >
      <div className="mt-6 grid gap-4">
        {importId === '' ? (
          <ChooseFile onImport={(id) => setAddress({ id })} />
        ) : (
          <CurrentImport importId={importId} onRestart={() => setAddress({})} />
        )}
      </div>
    </AdminPage>
  );
}

const UNREADABLE = msg`The file could not be read`;

function ChooseFile({ onImport }: { onImport: (importId: string) => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  const upload = useAction({
    run: (file: File) => call('POST /admin/people/imports', { fields: { fileName: file.name }, files: { file } }),
    messages: { loading: t`Reading the file...`, error: t(UNREADABLE) },
    onError: (error) => setRefusal(errorMessage(error, t(UNREADABLE))),
    onSuccess: (response) => {
      const { _id: id } = response.import;
      queryClient.setQueryData(peopleImportQuery(id).queryKey, response);
      onImport(id);
    },
  });
  return (
    <Panel title={t`Choose a file`} className="max-w-[44rem]">
      <FileDrop
        label={t`CSV file`}
        kind="text"
        accept=".csv,.txt,text/csv"
        hint={t`Up to 2,000 people, one in each line, with name and email, and if you like a plan and the last day of access. Excel, Numbers and Google Sheets save CSV.`}
        file={undefined}
        error={refusal}
        onFile={(file) => file && void upload.start(file)}
      />
    </Panel>
  );
}

interface ImportProps {
  importId: string;
  /** Begins with another file. */
  onRestart: () => void;
}

const Frame = ({ children }: { children: ReactNode }) => {
  const { t } = useLingui();
  return <Panel title={t({ context: 'people', message: 'Import' })}>{children}</Panel>;
};

function CurrentImport({ importId, onRestart }: ImportProps) {
  const { t } = useLingui();
  const query = useQuery(peopleImportQuery(importId));
  return (
    <QueryBoundary
      query={query}
      skeleton={
        <>
          <LoadingNote />
          <PanelSkeleton lines={6} />
        </>
      }
      failure={t`The import could not be loaded`}
      frame={Frame}
      isInPanel
      notFound={{ action: <Button onClick={onRestart}>{t`Choose a file`}</Button> }}
    >
      {(data) => <Steps current={data.import} onRestart={onRestart} />}
    </QueryBoundary>
  );
}

const Steps = ({ current, onRestart }: { current: PeopleImport; onRestart: () => void }) => (
  <>
    {current.state === 'draft' && <ImportColumnsPanel current={current} onRestart={onRestart} />}
    {current.columns !== null && (
      <>
        <ImportRunPanel current={current} onRestart={onRestart} />
        <ImportLines key={current.state} lines={current.lines} counts={current.counts} />
      </>
    )}
  </>
);
