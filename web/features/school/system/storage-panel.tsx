import type { StorageUse } from '#contract/system.ts';
import { formatSize } from '#web/ui/text/format.ts';
import { Panel } from '#web/ui/panel.tsx';

const kinds = [
  { name: 'Videos', folders: ['videos'], colour: 'bg-primary' },
  { name: 'Renditions for streaming', folders: ['renditions'], colour: 'bg-info' },
  {
    name: 'Images, captions and attachments',
    folders: ['posters', 'thumbnails', 'covers', 'avatars', 'captions', 'attachments'],
    colour: 'bg-success',
  },
];

interface Share {
  name: string;
  sizeBytes: number;
  colour: string;
}

/** What takes room, in the order of the table above; what is left of a disk that others use as well. */
const sharesOf = ({ folders, freeBytes, totalBytes }: StorageUse): Share[] => {
  const shares = kinds.map(({ name, folders: ofKind, colour }) => ({
    name,
    colour,
    sizeBytes: folders.reduce((sum, folder) => sum + (ofKind.includes(folder.name) ? folder.sizeBytes : 0), 0),
  }));
  if (freeBytes === null || totalBytes === null) return shares;
  const known = shares.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const otherBytes = Math.max(0, totalBytes - freeBytes - known);
  return [
    ...shares,
    { name: 'Database and everything else', sizeBytes: otherBytes, colour: 'bg-muted' },
    { name: 'Free', sizeBytes: freeBytes, colour: 'bg-base-300' },
  ];
};

/** What takes room on the disk or in the bucket. */
export function StoragePanel({ storage }: { storage: StorageUse }) {
  const { kind, place, freeBytes, totalBytes, measuredAt } = storage;
  const shares = sharesOf(storage).filter(({ sizeBytes }) => sizeBytes > 0);
  const sumBytes = shares.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const isKnown = freeBytes !== null && totalBytes !== null;
  return (
    <Panel
      title="Storage"
      aside={
        isKnown && (
          <p className="num text-sm text-muted">
            {formatSize(totalBytes - freeBytes)} of {formatSize(totalBytes)}
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
      <p className="mt-3 text-sm wrap-anywhere text-muted">
        {kind === 'disk' ? 'The folder is ' : 'The bucket is '}
        <code className="text-xs">{place}</code>.
        {measuredAt === null && ' Files are measured once a day, for the first time within the next one.'}
        {kind === 'bucket' && ' Object stores do not say how much is free.'}
      </p>
    </Panel>
  );
}
