import { useQuery } from '@tanstack/react-query';
import { FlaskConical, TriangleAlert } from 'lucide-react';
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
      {isTestMode && <TestModeBanner />}
      {session?.role === 'ADMIN' && <AdminNotices />}
    </>
  );
}
