import { Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis, ExternalLink, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { pages } from '#contract/pages.ts';
import { Shell } from '#web/ui/dialogs/shell.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { Count, countFor, Entries } from './entry-links.tsx';
import { type FrameEntry, type FrameName, isCurrent, navigationNames, useEntriesIn } from './entries.ts';
import { useEntryCounts } from './use-entry-counts.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** The most used pages, and the others under More. */
export function PhoneBar({ frame }: { frame: FrameName }) {
  const { t } = useLingui();
  const language = useLanguage();
  const entriesIn = useEntriesIn(frame);
  const underMore = entriesIn('more');
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const counts = useEntryCounts();
  const hidden = underMore.reduce((sum, entry) => sum + (countFor(entry, counts, language).count ?? 0), 0);
  return (
    <nav aria-label={t(navigationNames[frame])} className="phone-bar">
      <ul>
        {entriesIn('phone').map((entry) => (
          <li key={entry.page}>
            <Link
              to={pages[entry.page].path}
              className="phone-bar-link"
              aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
            >
              <entry.icon size={20} aria-hidden="true" />
              {t(entry.name)}
              <Count {...countFor(entry, counts, language)} />
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            className="phone-bar-link"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            data-current={underMore.some((entry) => isCurrent(entry, pathname)) || undefined}
            onClick={() => setOpen(true)}
          >
            <Ellipsis size={20} aria-hidden="true" />
            <Trans>More</Trans>
            <Count count={hidden} name={t`to look at`} />
          </button>
        </li>
      </ul>
      <MoreSheet entries={underMore} isOpen={isOpen} onClose={() => setOpen(false)} />
    </nav>
  );
}

interface MoreSheetProps {
  entries: readonly FrameEntry[];
  isOpen: boolean;
  onClose: () => void;
}

function MoreSheet({ entries, isOpen, onClose }: MoreSheetProps) {
  const { t } = useLingui();
  return (
    <Shell className="more-sheet" aria-label={t`More`} isOpen={isOpen} onClose={onClose}>
      {isOpen && (
        <>
          <div className="mb-2 flex items-center justify-between">
            <h2 className="text-title">
              <Trans>More</Trans>
            </h2>
            <button type="button" className="side-button" aria-label={t`Close`} onClick={onClose} data-first>
              <X size={22} aria-hidden="true" />
            </button>
          </div>
          <Entries entries={entries} onLeave={onClose}>
            <li>
              <Link to={pathTo('home')} className="side-link" onClick={onClose}>
                <ExternalLink size={20} aria-hidden="true" />
                <Trans>View site</Trans>
              </Link>
            </li>
          </Entries>
        </>
      )}
    </Shell>
  );
}
