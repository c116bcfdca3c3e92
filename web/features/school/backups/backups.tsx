import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { BackupRun } from '#contract/school/backups.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { backupsQuery, settingsQuery } from '#web/api/school-queries.ts';
import { type BadgeLabel, DetailList, Panel, StateBadge } from '#web/ui/panel.tsx';
import { EmptyState, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { formatMoment, formatSize } from '#contract/format.ts';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { BackUpButton } from './back-up-button.tsx';
import { PlaceForm } from './place-form.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

type State = ResponseOf<'GET /admin/backups'>;

const states: Record<BackupRun['state'], BadgeLabel<MessageDescriptor>> = {
  running: { tone: 'waiting', label: msg`Running` },
  verified: { tone: 'good', label: msg`Verified` },
  failed: { tone: 'bad', label: msg`Failed` },
};

const contentOf = ({ files, sizeBytes, addedBytes }: BackupRun, { _ }: Language): string | undefined => {
  if (files === null || sizeBytes === null || addedBytes === null) return undefined;
  const [size, added] = [formatSize(sizeBytes), formatSize(addedBytes)];
  return _(
    msg({ message: `${plural(files, { one: '# file', other: '# files' })}, ${size}, of which ${added} are new` }),
  );
};

function Runs({ runs }: Pick<State, 'runs'>) {
  const language = useLanguage();
  const { timeZone } = useSite();
  return (
    <ul>
      {runs.map((run) => (
        <li key={run._id} className="border-t border-line py-4 first:border-t-0">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <p className="num font-semibold">{formatMoment(run.startedAt, timeZone, language.locale)}</p>
            <StateBadge {...states[run.state]} />
          </div>
          <p className="num text-sm wrap-anywhere text-muted">{run.problem ?? contentOf(run, language)}</p>
        </li>
      ))}
    </ul>
  );
}

const useMomentOf = () => {
  const locale = useLocale();
  const { timeZone } = useSite();
  return (instant: string | null, otherwise: string): string =>
    instant === null ? otherwise : formatMoment(instant, timeZone, locale);
};

function Schedule({ place, isEncrypted, nextAt, lastVerifiedAt, variable }: State & { variable: string | undefined }) {
  const { t } = useLingui();
  const momentOf = useMomentOf();
  return (
    <Panel title={t`Schedule`}>
      <DetailList
        details={[
          [t`Last verified`, momentOf(lastVerifiedAt, t`Never`)],
          [t`Next`, momentOf(nextAt, t`Not scheduled`)],
          [t({ context: 'storage', message: 'Place' }), place ?? t`Not set`],
          [t`Encrypted`, isEncrypted ? t`Yes` : t`No`],
        ]}
      />
      {variable !== undefined && (
        <p className="meta mt-3">
          <Trans>Set by the environment: {variable}. Change it on the server, then restart.</Trans>
        </p>
      )}
    </Panel>
  );
}

function Parts({ state, settings: { backups } }: { state: State; settings: AllSettings }) {
  const { t } = useLingui();
  const momentOf = useMomentOf();
  const { place, runs, nextAt } = state;
  const variable = backups.environment['kind'];
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 space-y-5">
        {runs.length > 0 && (
          <Panel title={t`History`}>
            <Runs runs={runs} />
          </Panel>
        )}
        {runs.length === 0 && place !== null && (
          <EmptyState>
            <Trans>No backups yet. The first one is due on {{ time: momentOf(nextAt, '') }}.</Trans>
          </EmptyState>
        )}
        {variable === undefined && <PlaceForm backups={backups} />}
      </div>
      <Schedule {...state} variable={variable} />
    </div>
  );
}

/** The backups that are kept, whether they were verified, and where and when the next one is written. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(backupsQuery());
  const settingsOf = useQuery(settingsQuery());
  const { data } = query;
  const failure = t`Something went wrong while fetching the backups`;
  return (
    <AdminPage
      heading={t`Backups`}
      lead={t`Each backup contains your whole school, and is verified by a restore into a temporary place.`}
      action={data && data.place !== null && <BackUpButton runs={data.runs} />}
    >
      <div className="mt-7">
        <QueryBoundary query={query} failure={failure}>
          {(state) => (
            <QueryBoundary query={settingsOf} failure={failure}>
              {({ settings }) => <Parts state={state} settings={settings} />}
            </QueryBoundary>
          )}
        </QueryBoundary>
      </div>
    </AdminPage>
  );
}
