import { useQuery } from '@tanstack/react-query';
import { FlaskConical, TriangleAlert, WifiOff } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { noticesQuery } from '#web/api/school-queries.ts';
import { useSite } from '#web/components/site.tsx';
import { useOnline } from '#web/components/use-online.ts';
import { useSession } from '#web/session/use-session.ts';

function TestModeBanner() {
  return (
    <aside aria-label="Test mode" className="test-mode-banner bg-neutral text-neutral-content">
      <p className="page flex items-center justify-center gap-2 py-1.5 text-center text-xs font-medium">
        <FlaskConical size={16} aria-hidden="true" />
        {messages.notices.testMode}
      </p>
    </aside>
  );
}

/** Always rendered, because screen readers announce changes only of an element that exists. */
function ConnectionBanner() {
  const isOnline = useOnline();
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

/** The test mode has a banner of its own. */
function AdminNotices() {
  const { data } = useQuery(noticesQuery());
  const notices = data?.notices.filter(({ text }) => text !== messages.notices.testMode) ?? [];
  if (notices.length === 0) return null;
  return (
    <aside aria-label="Admin notices" className="border-b border-line bg-base-100">
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
