import { useQuery } from '@tanstack/react-query';
import { Bell, GraduationCap, House, LibraryBig, UserRound } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { countOf } from '#contract/format.ts';
import { type PageName, pages } from '#contract/pages.ts';
import { ownNoticesQuery } from '#web/features/notices/own-notices-query.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { useSite } from '#web/ui/page/site.tsx';

const entries = [
  ['home', 'Home', House],
  ['courses', 'Courses', LibraryBig],
  ['learning', 'My learning', GraduationCap],
  ['notices', 'Notices', Bell],
  ['profile', 'Me', UserRound],
] as const satisfies readonly (readonly [PageName, string, typeof House])[];

/** Pages with one thing to do, which has the bottom of the window. */
const WITHOUT: readonly string[] = [pages.classroom.path, pages.checkout.path];

/** Shared with the bell of the header. */
const NOTICES = 5;
const MOST_COUNTED = 9;

const Unread = () => {
  const unread = useQuery(ownNoticesQuery({ limit: NOTICES })).data?.unread ?? 0;
  return (
    unread > 0 && (
      <>
        <span className="learner-bar-count" aria-hidden="true">
          {unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}
        </span>
        <span className="sr-only">, {countOf(unread, 'unread', 'unread')}</span>
      </>
    )
  );
};

/** The pages of a learner, at the bottom of a phone. */
export default function LearnerBar() {
  const { pathname } = useLocation();
  const { community } = useSite();
  const isPhone = useMedia('(width < 48rem)');
  if (!isPhone || WITHOUT.some((path) => pathname.startsWith(path))) return null;
  return (
    <nav aria-label="Main menu" className="phone-bar learner-bar">
      <ul>
        {entries
          .filter(([page]) => page !== 'notices' || community.notices)
          .map(([page, name, Icon]) => (
            <li key={page}>
              <Link
                to={pages[page].path}
                className="phone-bar-link"
                aria-current={pages[page].path === pathname ? 'page' : undefined}
              >
                <Icon size={22} aria-hidden="true" />
                <span>
                  {name}
                  {page === 'notices' && <Unread />}
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
