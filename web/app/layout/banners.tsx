import { useLingui } from '@lingui/react/macro';
import { Said } from '#web/ui/language/language.tsx';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, TriangleAlert, Wifi, WifiOff } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { noticesQuery } from '#web/api/school-queries.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useOnline } from '#web/api/connection.ts';
import { pathTo } from '#web/app/path-to.ts';
import { hasDownloads } from '#web/app/session/downloads.ts';
import { useMayWork } from '#web/app/session/use-factor-days.ts';
import { mayUpload, useSession } from '#web/app/session/use-session.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';

function TestModeBanner() {
  const { t } = useLingui();
  const { ways } = useSite();
  const isOnlineOnly = ways.every((way) => way === 'online');
  return (
    <aside aria-label={t`Test mode`} className="test-mode-banner bg-neutral text-neutral-content">
      <p className="page flex items-center justify-center gap-2 py-1.5 text-center text-xs font-medium">
        <FlaskConical size={16} aria-hidden="true" />
        <Said>{isOnlineOnly ? messages.notices.testMode : messages.notices.testModeOwnWays}</Said>
      </p>
    </aside>
  );
}

const BACK_MS = 2000;

/** True for a moment after a connection that was lost is back. */
const useIsBack = (isOnline: boolean): boolean => {
  const [isBack, setBack] = useState(false);
  const wasLost = useRef(false);
  useEffect(() => {
    if (!isOnline) {
      wasLost.current = true;
      return undefined;
    }
    if (!wasLost.current) return undefined;
    wasLost.current = false;
    setBack(true);
    const timer = setTimeout(() => setBack(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [isOnline]);
  return isBack;
};

const ConnectionText = ({ isOnline }: { isOnline: boolean }) => {
  if (isOnline) return <Said>{messages.notices.backOnline}</Said>;
  if (!hasDownloads()) return <Said>{messages.notices.offline}</Said>;
  return (
    <Link to={pathTo('offline')} className="flex min-h-11 items-center">
      <Said>{messages.notices.offlineDownloads}</Said>
    </Link>
  );
};

/** Always rendered, because screen readers announce changes only of an element that exists. */
export function ConnectionBanner() {
  const isOnline = useOnline();
  const isBack = useIsBack(isOnline);
  const Icon = isOnline ? Wifi : WifiOff;
  return (
    <output className="connection-banner sticky top-0 z-30 block bg-neutral text-neutral-content">
      {(!isOnline || isBack) && (
        <span className="page flex min-h-13 items-center gap-4 font-medium">
          <Icon size={20} className="shrink-0" aria-hidden="true" />
          <ConnectionText isOnline={isOnline} />
        </span>
      )}
    </output>
  );
}

/** The test mode has a banner of its own. */
function AdminNotices() {
  const { t } = useLingui();
  const { data } = useQuery({ ...noticesQuery(), enabled: useMayWork() });
  const notices = data?.notices.filter(({ code }) => code !== 'test_mode') ?? [];
  if (notices.length === 0) return null;
  return (
    <aside aria-label={t`Admin notices`} className="border-b border-line bg-base-100">
      <ul>
        {notices.map(({ code, level, text }) => (
          <li key={code} className="page flex items-start gap-2 py-2 text-sm font-medium">
            <TriangleAlert
              size={16}
              className={`mt-1 ${level === 'warning' ? 'text-warning' : 'text-info'}`}
              aria-hidden="true"
            />
            {text}
          </li>
        ))}
      </ul>
    </aside>
  );
}

const FactorBanner = lazyPart(() => import('./factor-banner.tsx'));
const LanguageOffer = lazyPart(() => import('./language-offer.tsx'));
const ConsentBanner = lazyPart(() => import('./consent-banner.tsx'));

export function Banners() {
  const { isTestMode, sitePages, languages } = useSite();
  const session = useSession();
  return (
    <>
      {isTestMode && <TestModeBanner />}
      {languages.length > 1 && (
        <Suspense>
          <LanguageOffer />
        </Suspense>
      )}
      {session?.role === 'ADMIN' && <AdminNotices />}
      {mayUpload(session) && (
        <Suspense>
          <FactorBanner />
        </Suspense>
      )}
      {session && sitePages.some(({ askedVersion }) => askedVersion > 0) && (
        <Suspense>
          <ConsentBanner />
        </Suspense>
      )}
    </>
  );
}
