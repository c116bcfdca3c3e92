import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { Link } from 'react-router';
import { BrandMark, useSite } from '#web/ui/page/site.tsx';
import { MenuButton } from '#web/ui/button.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { PersonMenu } from './person-menu.tsx';

export function PhoneHeader({ onSearch }: { onSearch: () => void }) {
  const { t } = useLingui();
  const { brandName } = useSite();
  return (
    <header className="phone-header">
      <MenuButton className="side-button" />
      <Link to={pathTo('home')} aria-label={t`${brandName}, home page`} className="side-brand flex-1">
        <BrandMark className="size-7 shrink-0" />
        <span className="font-display line-clamp-2 pt-1 leading-tight font-semibold wrap-anywhere">{brandName}</span>
      </Link>
      <button type="button" className="side-button" aria-label={t`Search`} aria-haspopup="dialog" onClick={onSearch}>
        <Search size={22} aria-hidden="true" />
      </button>
      <PersonMenu opens="down" />
    </header>
  );
}
