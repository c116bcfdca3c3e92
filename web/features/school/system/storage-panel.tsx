import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { MINUTE_MS } from '#contract/durations.ts';
import type { StorageUse } from '#contract/school/system.ts';
import { formatMoment, formatSize, formatSpan } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { DetailList, Panel } from '#web/ui/panel.tsx';
import type { ResponseOf } from '#web/api/call.ts';
import { backupsQuery } from '#web/api/school-queries.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { BackUpButton, isRunning } from '#web/features/school/backups/back-up-button.tsx';

const kinds = [
  { name: msg`Videos`, folders: ['videos'], colour: 'bg-primary' },
  { name: msg`Renditions for streaming`, folders: ['renditions'], colour: 'bg-info' },
  {
    name: msg`Images, captions and attachments`,
    folders: ['posters', 'thumbnails', 'covers', 'avatars', 'captions', 'attachments'],
    colour: 'bg-success',
  },
];

interface Share {
  name: string;
  sizeBytes: number;
  colour: string;
}

/** The used space by kind, in the order of `kinds`; on a disk also everything else and the free space. */
const sharesOf = ({ folders, freeBytes, totalBytes }: StorageUse, { _ }: Language): Share[] => {
  const shares = kinds.map(({ name, folders: ofKind, colour }) => ({
    name: _(name),
    colour,
    sizeBytes: folders.reduce((sum, folder) => sum + (ofKind.includes(folder.name) ? folder.sizeBytes : 0), 0),
  }));
  if (freeBytes === null || totalBytes === null) return shares;
  const known = shares.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const otherBytes = Math.max(0, totalBytes - freeBytes - known);
  return [
    ...shares,
    { name: _(msg`Also used on this disk`), sizeBytes: otherBytes, colour: 'bg-muted' },
    { name: _(msg({ message: 'Free', context: 'disk' })), sizeBytes: freeBytes, colour: 'bg-base-300' },
  ];
};

/** The used space of the disk or bucket. */
export function StoragePanel({ storage }: { storage: StorageUse }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { freeBytes, totalBytes } = storage;
  const shares = sharesOf(storage, language).filter(({ sizeBytes }) => sizeBytes > 0);
  const sumBytes = shares.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const isKnown = freeBytes !== null && totalBytes !== null;
  return (
    <Panel
      title={t`Storage`}
      aside={
        isKnown && (
          <p className="num text-sm text-muted">
            <Trans>
              {{ free: formatSize(freeBytes) }} of {{ total: formatSize(totalBytes) }} free
            </Trans>
          </p>
        )
      }
    >
      <div className="flex h-3 gap-px overflow-hidden rounded-sm" aria-hidden="true">
        {shares.map(({ name, sizeBytes, colour }) => (
          <div key={name} className={colour} style={{ width: `${(sizeBytes / sumBytes) * 100}%` }} />
        ))}
      </div>
      <ul className="mt-3 space-y-1.5 text-sm">
        {shares.map(({ name, sizeBytes, colour }) => (
          <li key={name} className="flex items-center gap-2.5">
            <span className={`size-3 shrink-0 rounded-xs ${colour}`} aria-hidden="true" />
            <span className="min-w-0 flex-1">{name}</span>
            <span className="num font-semibold">{formatSize(sizeBytes)}</span>
          </li>
        ))}
      </ul>
      <Place {...storage} />
    </Panel>
  );
}

function Place({ kind, place, measuredAt }: Pick<StorageUse, 'kind' | 'place' | 'measuredAt'>) {
  const { t } = useLingui();
  const notes = [
    ...(measuredAt === null ? [t`Measured daily. The first result appears within a day.`] : []),
    ...(kind === 'bucket' ? [t`Object stores do not say how much is free.`] : []),
  ];
  const name = <code className="text-xs">{place}</code>;
  return (
    <p className="mt-3 text-sm wrap-anywhere text-muted">
      {kind === 'disk' ? <Trans>The folder is {name}.</Trans> : <Trans>The bucket is {name}.</Trans>} {notes.join(' ')}
    </p>
  );
}

type State = ResponseOf<'GET /admin/backups'>;

const DOUBTFUL_MS = 36 * 60 * 60_000;

/** The age of the last verified backup, and whether a night was missed. */
const headlineOf = ({ place, lastVerifiedAt }: State, nowMs: number, language: Language) => {
  const { _ } = language;
  if (place === null)
    return {
      isGood: false,
      title: _(msg`Backups are not scheduled`),
      text: _(msg`Choose a place under Backups.`),
    };
  if (lastVerifiedAt === null)
    return {
      isGood: false,
      title: _(msg`No verified backup yet`),
      text: _(msg`A backup counts once it was restored and compared.`),
    };
  return {
    isGood: nowMs - Date.parse(lastVerifiedAt) < DOUBTFUL_MS,
    title: _(msg`Last verified backup ${{ age: ageOf(lastVerifiedAt, nowMs, language) }} ago`),
    text: _(msg`Restored into an empty database and compared`),
  };
};

function Headline({ state }: { state: State }) {
  const { isGood, title, text } = headlineOf(state, useNow(), useLanguage());
  const Icon = isGood ? ShieldCheck : ShieldAlert;
  return (
    <div className={`flex gap-3 rounded-lg p-4 ${isGood ? 'bg-success/8' : 'bg-warning/10'}`}>
      <Icon size={20} aria-hidden="true" className={`mt-0.5 shrink-0 ${isGood ? 'text-success' : 'text-warning'}`} />
      <div className="min-w-0">
        <p className="num font-semibold">{title}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
    </div>
  );
}

function Details({ place, isEncrypted, nextAt, runs }: State) {
  const { t } = useLingui();
  const { locale } = useLanguage();
  const { timeZone } = useSite();
  const verified = runs.filter((run) => run.state === 'verified');
  const sizeBytes = verified[0]?.sizeBytes ?? null;
  const backups = t({ message: plural(verified.length, { one: '# backup', other: '# backups' }) });
  return (
    <DetailList
      details={[
        [t`Next run`, isRunning(runs) ? t`Running now` : nextAt && formatMoment(nextAt, timeZone, locale)],
        [t`Size`, sizeBytes === null ? null : formatSize(sizeBytes)],
        [t`Kept`, verified.length === 0 ? null : backups],
        [t`Encrypted`, isEncrypted ? t`Yes` : t`No`],
        [t({ message: 'Place', context: 'storage' }), place],
      ]}
    />
  );
}

const Scheduled = ({ state }: { state: State }) => (
  <>
    <Details {...state} />
    <div className="mt-3 grid grid-cols-2 gap-3">
      <BackUpButton tone="quiet" runs={state.runs} />
      <LinkButton tone="quiet" to={pathTo('backups')}>
        <Trans>Show history</Trans>
      </LinkButton>
    </div>
  </>
);

/** How old the last verified backup is, and when the next one is written. */
export function BackupsPanel() {
  const { t } = useLingui();
  const query = useQuery(backupsQuery());
  if (query.isPending) return null;
  return (
    <Panel title={t`Backups`}>
      <QueryBoundary query={query} skeleton={null} failure={t`The backups could not be loaded`} isInPanel>
        {(state) => (
          <>
            <Headline state={state} />
            {state.place !== null && <Scheduled state={state} />}
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}

/** Such as "3 hours", in whole units, days from two on; "less than a minute" before the first. */
export const timeBetween = (fromMs: number, toMs: number, { _, locale }: Language): string => {
  const passedMs = toMs - fromMs;
  return passedMs < MINUTE_MS ? _(msg`less than a minute`) : formatSpan(passedMs, Math.floor, locale);
};

/** How long ago a moment was. */
export const ageOf = (instant: string, nowMs: number, language: Language): string =>
  timeBetween(Date.parse(instant), nowMs, language);
