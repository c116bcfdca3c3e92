import { useQuery } from '@tanstack/react-query';
import { FlaskConical, TriangleAlert, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { messages } from '#contract/messages.ts';
import { noticesQuery } from '#web/api/queries.ts';
import { useSite } from '#web/components/site.tsx';
import { useSession } from '#web/session/use-session.ts';

/** Says on every page that money is pretend. */
function TestModeBanner() {
  return (
    <aside aria-label="Test mode" className="bg-neutral text-neutral-content">
      <p className="page flex items-center justify-center gap-2 py-1.5 text-center text-xs font-medium">
        <FlaskConical size={16} aria-hidden="true" />
        {messages.notices.testMode}
      </p>
    </aside>
  );
}

const subscribe = (onChange: () => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

/** There from the start and empty, so that it is read out when the connection goes. It stays in view. */
function ConnectionBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output className="sticky top-0 z-30 block border-line bg-base-100 not-empty:border-b">
      {!isOnline && (
        <span className="page flex items-center justify-center gap-2 py-2 text-center text-sm font-medium">
          <WifiOff size={16} className="text-warning" aria-hidden="true" />
          {messages.notices.offline}
        </span>
      )}
    </output>
  );
}

/** What an ADMIN should know; the test mode has its own banner. */
function AdminNotices() {
  const { data } = useQuery(noticesQuery());
  const notices = data?.notices.filter(({ text }) => text !== messages.notices.testMode) ?? [];
  if (notices.length === 0) return null;
  return (
    <aside aria-label="Notices for administrators" className="border-b border-line bg-base-100">
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

export function Banners() {
  const { isTestMode } = useSite();
  const session = useSession();
  return (
    <>
      <ConnectionBanner />
      {isTestMode && <TestModeBanner />}
      {session?.role === 'ADMIN' && <AdminNotices />}
    </>
  );
}
