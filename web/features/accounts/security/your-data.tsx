import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download, FileDown } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import type { DataExport } from '#contract/personal-data/personal-data.ts';
import { call, download, saveFile } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { AcceptedPanel } from '#web/ui/accepted-panel.tsx';
import { ActionButton } from '#web/ui/action-button.tsx';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatDay, formatSize } from '#contract/format.ts';
import { BringNotes } from './bring-notes.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { securityPage } from './security-page.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const words = messages.personalData;
/** While a file is prepared. */
const LOOK_MS = 3000;

const isPending = (one: DataExport | null | undefined): boolean => one?.ready === null && !one.hasFailed;

/** The export of the user's data, and the deletion of the account. */
export function YourData() {
  const { t } = useLingui();
  const query = useQuery(
    endpointQuery('own-data', 'GET /user/data', {
      refetchInterval: ({ state }) => (isPending(state.data?.export) ? LOOK_MS : false),
    }),
  );
  return (
    <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={words.unread}>
      {(data) => (
        <>
          <Panel title={t`Your data`}>
            <p className="text-muted">
              <Trans>
                One file with your profile, progress, notes, questions, quiz answers, reviews, certificates and
                receipts. A notice says when it is ready; then you have seven days to download it.
              </Trans>
            </p>
            <div className="mt-4 flex flex-wrap items-center gap-3">
              <Export latest={data.export} />
            </div>
          </Panel>
          <OwnConsents />
          <BringNotes />
          <DeleteAccount {...data} />
        </>
      )}
    </QueryBoundary>
  );
}

/** Nothing while it loads. */
const OwnConsents = () => {
  const { t } = useLingui();
  const { data } = useQuery(endpointQuery('consents', 'GET /user/consents'));
  return data && <AcceptedPanel title={t`What you accepted`} consents={data.consents} />;
};

const Request = ({ isBusy = false, label }: { isBusy?: boolean; label: string }) => (
  <ActionButton
    tone="quiet"
    isBusy={isBusy}
    run={() => call('POST /user/export')}
    messages={{ error: words.requestFailed }}
    changes={securityPage}
  >
    <FileDown size={18} aria-hidden="true" />
    {label}
  </ActionButton>
);

function Export({ latest }: { latest: DataExport | null }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  if (latest === null) return <Request label={t`Prepare my data`} />;
  const { _id: exportId, ready, hasFailed } = latest;
  if (hasFailed)
    return (
      <>
        <Request label={t`Try again`} />
        <output className="meta">
          <Trans>The file could not be prepared</Trans>
        </output>
      </>
    );
  if (ready === null)
    return (
      <>
        <Request label={t`Prepare my data`} isBusy />
        <output className="meta">
          <Trans>Being prepared</Trans>
        </output>
      </>
    );
  return (
    <>
      <ActionButton
        run={() => download('GET /user/exports/:exportId', 'my-data.zip', { params: { exportId } })}
        messages={{ error: words.downloadFailed }}
        onSuccess={saveFile}
      >
        <Download size={18} aria-hidden="true" />
        <Trans>Download my data</Trans>
      </ActionButton>
      <Request label={t`Prepare again`} />
      <p className="meta w-full">
        <Trans>
          Made on {formatDay(ready.at, timeZone, locale)}, {formatSize(ready.sizeBytes)}. You can download it until{' '}
          {formatDay(ready.expiresAt, timeZone, locale)}.
        </Trans>
      </p>
    </>
  );
}
