import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { pages } from '#contract/pages.ts';
import { type AdminEntry, isCurrent } from './entries.ts';

interface EntriesProps {
  entries: readonly AdminEntry[];
  onLeave?: () => void;
  children?: ReactNode;
}

export function Entries({ entries, onLeave, children }: EntriesProps) {
  const { pathname } = useLocation();
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.page}>
          <Link
            to={pages[entry.page].path}
            className="side-link"
            title={entry.name}
            aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
            onClick={onLeave}
          >
            <entry.icon size={20} aria-hidden="true" />
            <span className="side-name">{entry.name}</span>
          </Link>
        </li>
      ))}
      {children}
    </ul>
  );
}
