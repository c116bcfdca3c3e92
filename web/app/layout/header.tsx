import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Moon, Sun } from 'lucide-react';
import { Suspense } from 'react';
import { Link, NavLink } from 'react-router';
import { Avatar } from '#web/ui/avatar.tsx';
import { Brand, useSite } from '#web/ui/page/site.tsx';
import { LinkButton, MenuButton } from '#web/ui/button.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useLoginState } from '#web/app/session/guard.tsx';
import { isLearner, useSession } from '#web/app/session/use-session.ts';
import { Later } from '#web/ui/page/later.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useTheme } from './theme.ts';

const links = [
  [pathTo('courses'), msg`All Course`],
  [pathTo('about'), msg`About Us`],
  [pathTo('contact'), msg`Contact Us`],
] as const;

const useMainLinks = () => {
  const [first, ...others] = links;
  const session = useSession();
  return [
    first,
    ...(isLearner(session) ? [[pathTo('learning'), msg`My learning`] as const] : []),
    ...(session?.user.teaches ? [[pathTo('teach'), msg`Teach`] as const] : []),
    ...others,
  ];
};

function ThemeButton() {
  const { t } = useLingui();
  const { theme, toggle } = useTheme();
  const isLight = theme === 'morning';
  const Icon = isLight ? Moon : Sun;
  return (
    <button
      type="button"
      className="needs-script btn btn-ghost btn-square max-sm:hidden"
      aria-label={isLight ? t`Use dark theme` : t`Use light theme`}
      onClick={toggle}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  );
}

/** Loaded where there is a choice. */
const LanguageSwitch = lazyPart(() => import('./language-switch.tsx'));

/** Loaded for users alone. Its place is kept until it is there. */
const NoticeBell = lazyPart(() => import('#web/features/notices/bell.tsx'));

function Bell() {
  const { community } = useSite();
  const session = useSession();
  if (!session || !community.notices) return null;
  return (
    <span className="in-learner-bar">
      <Later fallback={<span className="size-11" />}>
        <NoticeBell />
      </Later>
    </span>
  );
}

function Account() {
  const session = useSession();
  const state = useLoginState();
  if (session) {
    const { fullName, avatar } = session.user;
    return (
      <span className="in-learner-bar min-w-0">
        <Link to={pathTo('profile')} className="flex min-w-0 items-center gap-3 rounded-full text-sm font-medium">
          <span className="sr-only">
            <Trans>Profile of</Trans>{' '}
          </span>
          <span className="max-w-48 truncate max-xl:sr-only">{fullName}</span>
          <Avatar fullName={fullName} src={avatar.secure_url} className="size-10" />
        </Link>
      </span>
    );
  }
  return (
    <>
      <LinkButton
        to={pathTo('login')}
        state={state}
        tone="quiet"
        className="for-visitors sm:[--btn-border:transparent]"
      >
        <Trans>Login</Trans>
      </LinkButton>
      <LinkButton to={pathTo('signup')} state={state} tone="quiet" className="for-visitors max-sm:hidden">
        <Trans>Signup</Trans>
      </LinkButton>
    </>
  );
}

export function Header() {
  const { brandName, languages } = useSite();
  const mainLinks = useMainLinks();
  const { t } = useLingui();
  return (
    <header className="site-header border-b border-line">
      <div className="page flex min-h-16 items-center gap-2 sm:gap-4">
        <MenuButton className="needs-script btn btn-ghost -ms-3 px-3 max-sm:btn-square max-sm:px-0">
          <span className="max-sm:hidden">
            <Trans>Menu</Trans>
          </span>
        </MenuButton>
        <Link to={pathTo('home')} aria-label={t`${brandName}, home page`} className="min-w-0">
          <Brand />
        </Link>
        <nav aria-label={t`Main`} className="for-visitors ms-6 hidden gap-1 lg:flex">
          {mainLinks.map(([to, name]) => (
            <NavLink key={to} to={to} end className="btn btn-ghost font-medium aria-[current=page]:underline">
              {t(name)}
            </NavLink>
          ))}
        </nav>
        <div className="ms-auto flex shrink-0 items-center gap-1 sm:gap-2">
          <Bell />
          {languages.length > 1 && (
            <Suspense fallback={<span className="size-11" />}>
              <LanguageSwitch />
            </Suspense>
          )}
          <ThemeButton />
          <Account />
        </div>
      </div>
      <noscript>
        <nav aria-label={t`Pages`} className="page flex flex-wrap gap-x-6 text-sm font-medium lg:hidden">
          {[...links, [pathTo('login'), msg`Login`] as const].map(([to, name]) => (
            <Link key={to} to={to} className="link inline-flex min-h-11 items-center">
              {t(name)}
            </Link>
          ))}
        </nav>
      </noscript>
    </header>
  );
}
