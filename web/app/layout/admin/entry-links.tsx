import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { pages } from '#contract/pages.ts';
import { formatCount } from '#contract/format.ts';
import { type FrameEntry, isCurrent } from './entries.ts';
import { type EntryCount, useEntryCounts } from './use-entry-counts.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface EntriesProps {
  entries: readonly FrameEntry[];
  onLeave?: () => void;
  children?: ReactNode;
}

export function Entries({ entries, onLeave, children }: EntriesProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { pathname } = useLocation();
  const counts = useEntryCounts();
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.page}>
          <Link
            to={pages[entry.page].path}
            className="side-link"
            title={t(entry.name)}
            aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
            onClick={onLeave}
          >
            <entry.icon size={20} aria-hidden="true" />
            <span className="side-name">{t(entry.name)}</span>
            <Count {...countFor(entry, counts, language)} />
          </Link>
        </li>
      ))}
      {children}
    </ul>
  );
}

/** Of an entry, or of all its tabs together. */
export const countFor = (
  { page, tabs = [] }: FrameEntry,
  counts: ReturnType<typeof useEntryCounts>,
  { _ }: Language,
): Partial<EntryCount> => {
  const found = (tabs.length > 0 ? tabs.map((tab) => tab.page) : [page]).flatMap((name) => counts[name] ?? []);
  if (found.length < 2) return found[0] ?? {};
  return { count: found.reduce((sum, { count }) => sum + count, 0), name: _(msg`to look at`) };
};

const tones: Record<EntryCount['tone'], string> = { plain: 'text-muted', warning: 'text-warning', error: 'text-error' };

export function Count({ count = 0, name, tone = 'plain' }: Partial<EntryCount>) {
  if (count === 0) return null;
  return (
    <span className={`side-count num ${tones[tone]}`}>
      {tone !== 'plain' && <TriangleAlert size={14} aria-hidden="true" />}
      {formatCount(count)}
      <span className="sr-only"> {name}</span>
    </span>
  );
}
