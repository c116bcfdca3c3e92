import { useMedia } from '#web/components/use-media.ts';
import type { NavigationProps } from './menu-button.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { PhoneHeader } from './phone-header.tsx';
import { SideBar } from './side-bar.tsx';

/** The side bar of admins; on phones a header, and a bar at the bottom. */
export default function AdminNavigation(props: NavigationProps) {
  const isPhone = useMedia('(width < 48rem)');
  if (!isPhone) return <SideBar {...props} />;
  return (
    <>
      <PhoneHeader {...props} />
      <PhoneBar />
    </>
  );
}
