import { useEffect, useState } from 'react';
import { useSoughtField } from '#web/ui/page/sought-field.ts';
import { useMedia } from '#web/ui/use-media.ts';
import type { FrameName } from './entries.ts';
import { PhoneBar } from './phone-bar.tsx';
import { PhoneHeader } from './phone-header.tsx';
import { SearchDialog } from './search-dialog.tsx';
import { SideBar } from './side-bar.tsx';

/** Ctrl K, or ⌘ K, from everywhere. */
const useSearchKey = (onPress: () => void): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      onPress();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onPress]);
};

/** The side bar of admins or teachers; on phones a header, and a bar at the bottom. */
export default function AdminNavigation({ frame }: { frame: FrameName }) {
  const isPhone = useMedia('(width < 48rem)');
  const [isSearching, setSearching] = useState(false);
  const [openSearch] = useState(() => () => setSearching(true));
  useSearchKey(openSearch);
  useSoughtField();
  return (
    <>
      {isPhone ? (
        <>
          <PhoneHeader onSearch={openSearch} />
          <PhoneBar frame={frame} />
        </>
      ) : (
        <SideBar frame={frame} onSearch={openSearch} />
      )}
      {isSearching && <SearchDialog frame={frame} onClose={() => setSearching(false)} />}
    </>
  );
}
