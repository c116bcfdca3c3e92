import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Bell, GraduationCap, House, LibraryBig, UserRound } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { type PageName, pages } from '#contract/pages.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';

const entries = [
  ['home', msg`Home`, House],
  ['courses', msg`Courses`, LibraryBig],
  ['learning', msg`My learning`, GraduationCap],
  ['notices', msg`Notices`, Bell],
  ['profile', msg`Me`, UserRound],
] as const satisfies readonly (readonly [PageName, MessageDescriptor, typeof House])[];

/** Pages with one thing to do, which has the bottom of the window. */
const WITHOUT: readonly string[] = [pages.classroom.path, pages.checkout.path];

/** A school without notices loads nothing of them. */
const Unread = lazyPart(() => import('#web/features/notices/unread-notices.tsx'));

/** The pages of a learner, at the bottom of a phone. */
export default function LearnerBar() {
  const { pathname } = useLocation();
  const { community } = useSite();
  const { t } = useLingui();
  const isPhone = useMedia('(width < 48rem)');
  if (!isPhone || WITHOUT.some((path) => pathname.startsWith(path))) return null;
  return (
    <nav aria-label={t`Main menu`} className="phone-bar learner-bar">
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
                  {t(name)}
                  {page === 'notices' && (
                    <Suspense>
                      <Unread />
                    </Suspense>
                  )}
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
