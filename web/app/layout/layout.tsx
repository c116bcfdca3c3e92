import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import {
  type Location,
  Navigate,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
} from 'react-router';
import { DEFAULT_LOOK } from '#contract/school/looks.ts';
import { confirmation } from '#web/api/confirmation.ts';
import { MenuProvider } from '#web/ui/button.tsx';
import type { FrameName } from './admin/entries.ts';
import { Header } from './header.tsx';
import { wordsFor } from '#web/app/open-language.ts';
import { pathTo } from '#web/app/path-to.ts';
import { PageSkeleton } from '#web/ui/page/query-boundary.tsx';
import { HeadingFocusProvider, createHeadingFocus } from '#web/ui/page/page-heading.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { Banners, ConnectionBanner } from './banners.tsx';
import { Footer } from './footer.tsx';
import { MissingConfirmation, MissingMenu } from './missing-part.ts';
import { useFactorDays } from '#web/app/session/use-factor-days.ts';
import { mayUpload, refreshUser, useSession } from '#web/app/session/use-session.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { Later } from '#web/ui/page/later.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';

/** The stored user may be outdated, so it is fetched once. */
const useFreshUser = (): void => {
  useEffect(() => {
    if (sessionStore.get()) refreshUser().catch(() => undefined);
  }, []);
};

/** A part that only the staff sees, with its words in another language. */
const forStaff = async <Part,>(load: Promise<Part>): Promise<Part> => {
  const [part] = await Promise.all([load, wordsFor('staff')]);
  return part;
};

const UploadTray = lazyPart(() => forStaff(import('#web/features/authoring/uploads/upload-tray.tsx')));

/** After an author was here, the uploads stay, even while that author logs in again. */
const Uploads = () => {
  const isAuthor = mayUpload(useSession());
  const [wasAuthor, setWasAuthor] = useState(isAuthor);
  if (isAuthor && !wasAuthor) setWasAuthor(true);
  return (
    wasAuthor && (
      <Later>
        <UploadTray />
      </Later>
    )
  );
};

const ConfirmIdentity = lazyPart(
  () => import('#web/features/accounts/security/confirm-identity.tsx'),
  MissingConfirmation,
);

/** The question that a call waits for which needs a fresh confirmation. */
const Confirmation = () => {
  const end = useSyncExternalStore(confirmation.subscribe, confirmation.current, () => undefined);
  return (
    end && (
      <Suspense>
        <ConfirmIdentity onEnd={end} />
      </Suspense>
    )
  );
};

const Drawer = lazyPart(() => import('./drawer.tsx'), MissingMenu);

const LearnerBar = lazyPart(() => import('./learner-bar.tsx'));
const PageTabs = lazyPart(() => forStaff(import('#web/app/layout/admin/page-tabs.tsx')));
const AdminNavigation = lazy(() => forStaff(import('#web/app/layout/admin/admin-navigation.tsx')));

const BarOfLearner = () =>
  useSession()?.role === 'USER' && (
    <Suspense>
      <LearnerBar />
    </Suspense>
  );

/** Mark the routes whose pages stand beside a navigation. */
export const adminFrame: FrameName = 'admin';
export const teachFrame: FrameName = 'teach';
/** That of admins for them, and that of teachers for everyone else. */
export const ownFrame = 'own';

const useFrame = (): FrameName | undefined => {
  const matches = useMatches();
  const session = useSession();
  const isAdmin = session?.role === 'ADMIN';
  const hasFrame = (name: string): boolean => matches.some(({ handle }) => handle === name);
  const { state }: { state: unknown } = useLocation();
  if (!session) return undefined;
  // After a course was created, its admin stays among the pages of admins.
  if (isAdmin && typeof state === 'object' && state !== null && 'created' in state) return adminFrame;
  if (hasFrame(ownFrame)) return isAdmin ? adminFrame : teachFrame;
  if (hasFrame(teachFrame)) return teachFrame;
  return isAdmin && hasFrame(adminFrame) ? adminFrame : undefined;
};

/** Pages of the staff wait until it is known whether the server serves them; without the required factor they lead to it. */
function PageOutlet({ frame }: { frame: FrameName | undefined }) {
  const days = useFactorDays();
  const isOfStaff = frame !== undefined;
  if (isOfStaff && days === undefined) return <PageSkeleton />;
  if (isOfStaff && days !== undefined && days <= 0) return <Navigate to={pathTo('security')} replace />;
  if (frame !== adminFrame) return <Outlet />;
  // Together, so that the tabs do not push down a page that is already drawn.
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PageTabs />
      <Outlet />
    </Suspense>
  );
}

/** All pages that were opened by their address have the same key. */
const keyOfPlace = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key);

export function Layout() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  const [headingFocus] = useState(() => createHeadingFocus(pathname));
  const isLeaving = useNavigation().state !== 'idle';
  const frame = useFrame();
  const isAdminPage = frame !== undefined;
  useFreshUser();
  const menu = useMemo(() => ({ isOpen: isMenuOpen, open: () => setMenuOpen(true) }), [isMenuOpen]);
  return (
    <HeadingFocusProvider value={headingFocus}>
      <a href="#main" className="btn btn-primary skip-link">
        <Trans>Skip to content</Trans>
      </a>
      <MenuProvider value={menu}>
        <div className={isAdminPage ? 'admin' : undefined} data-look={isAdminPage ? DEFAULT_LOOK : undefined}>
          {frame && (
            <Suspense fallback={<div />}>
              <AdminNavigation frame={frame} />
            </Suspense>
          )}
          <div className={isAdminPage ? 'admin-column' : 'flex min-h-dvh flex-col'}>
            <Banners />
            {!isAdminPage && <Header />}
            <ConnectionBanner />
            <main
              id="main"
              tabIndex={-1}
              className="flex flex-1 flex-col outline-none"
              aria-busy={isLeaving || undefined}
            >
              <PageOutlet frame={frame} />
            </main>
            <Toaster />
            <Confirmation />
            <Footer />
          </div>
        </div>
      </MenuProvider>
      {!isAdminPage && <BarOfLearner />}
      <Later isAskedFor={isMenuOpen}>
        <Drawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      </Later>
      <Uploads />
      <ScrollRestoration getKey={keyOfPlace} />
    </HeadingFocusProvider>
  );
}
