import { Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { BrandMark, useSite } from '#web/ui/page/site.tsx';
import { MenuButton } from '#web/ui/button.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { Entries } from './entry-links.tsx';
import { type FrameName, navigationNames, useEntriesIn } from './entries.ts';
import { PersonMenu } from './person-menu.tsx';

interface SearchProps {
  onSearch: () => void;
}

/** From 1200 pixels with names, below that icons alone; a button then opens it over the page. */
export function SideBar({ frame, onSearch }: SearchProps & { frame: FrameName }) {
  const { t } = useLingui();
  const { key } = useLocation();
  const entriesIn = useEntriesIn(frame);
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === key;
  const close = () => setOpenAt(undefined);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it from every control inside
    <header
      className="side-bar"
      data-open={isOpen || undefined}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && close()}
    >
      {isOpen && <button type="button" className="side-scrim" aria-label={t`Close navigation`} onClick={close} />}
      <div className="side-panel">
        <SideHead />
        <SearchButton onSearch={onSearch} />
        <nav aria-label={t(navigationNames[frame])} className="flex flex-1 flex-col py-1 px-3">
          <Entries entries={entriesIn('side')} />
          <div className="mt-auto pt-4">
            <Entries entries={entriesIn('foot')}>
              <li>
                <Link to={pathTo('home')} className="side-link" title={t`View site`}>
                  <ExternalLink size={20} aria-hidden="true" />
                  <span className="side-name">
                    <Trans>View site</Trans>
                  </span>
                </Link>
              </li>
            </Entries>
          </div>
        </nav>
        <div className="flex flex-col gap-1 mx-3 py-3 border-t border-line">
          <PersonMenu opens="up" />
          <button
            type="button"
            className="side-button side-toggle"
            aria-label={isOpen ? t`Collapse navigation` : t`Expand navigation`}
            aria-expanded={isOpen}
            onClick={() => setOpenAt(isOpen ? undefined : key)}
          >
            {isOpen ? <PanelLeftClose size={20} aria-hidden="true" /> : <PanelLeftOpen size={20} aria-hidden="true" />}
          </button>
        </div>
      </div>
    </header>
  );
}

const SearchButton = ({ onSearch }: SearchProps) => {
  const { t } = useLingui();
  return (
    <button
      type="button"
      className="side-search"
      title={t`Search (Ctrl K)`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      onClick={onSearch}
    >
      <Search size={20} aria-hidden="true" />
      <span className="side-name">
        <Trans>Search</Trans>
      </span>
      <kbd className="side-name" aria-hidden="true">
        Ctrl K
      </kbd>
    </button>
  );
};

function SideHead() {
  const { t } = useLingui();
  const { brandName } = useSite();
  return (
    <div className="side-head">
      <MenuButton className="side-button" />
      <Link to={pathTo('home')} aria-label={t`${brandName}, home page`} className="side-brand">
        <BrandMark className="size-7 shrink-0" />
        <span className="side-name font-display line-clamp-2 text-[1.0625rem] leading-5 font-semibold">
          {brandName}
        </span>
      </Link>
    </div>
  );
}
