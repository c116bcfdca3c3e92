import { useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { pages } from '#contract/pages.ts';
import { adminEntries, useIsOn } from './entries.ts';
import { Count } from './entry-links.tsx';
import { useEntryCounts } from './use-entry-counts.ts';
import { useCurrentLink } from '#web/ui/use-current-link.ts';

/** The pages of one entry of the navigation, above each of them. */
export default function PageTabs() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const isOn = useIsOn();
  const counts = useEntryCounts();
  const row = useCurrentLink<HTMLUListElement>(pathname);
  const entry = adminEntries.find(({ tabs = [] }) => tabs.some(({ page }) => pages[page].path === pathname));
  const tabs = entry?.tabs?.filter(isOn) ?? [];
  if (!entry || tabs.length < 2) return null;
  const isList = entry.page === 'inbox' || pathname === pages.paymentRequests.path;
  return (
    <nav aria-label={t`${{ name: t(entry.name) }}, pages`} className={isList ? 'list-tabs pt-4' : 'page -mb-4 pt-4'}>
      <ul ref={row} className="tab-row flex gap-6 overflow-x-auto border-b border-line">
        {tabs.map(({ page, name }) => (
          <li key={page} className="shrink-0">
            <Link
              to={pages[page].path}
              className="tab-link flex gap-2"
              aria-current={pages[page].path === pathname ? 'page' : undefined}
            >
              {t(name)}
              <Count {...counts[page]} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
