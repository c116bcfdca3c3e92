import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { Link, Navigate, useLocation } from 'react-router';
import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useNow } from '#web/ui/use-now.ts';

const DAY_MS = 24 * 60 * 60_000;
const OF_STAFF = /^\/(?:admin|teach|course\/(?:create|edit|addlecture|quiz))(?:\/|$)/;

/** For admins and teachers whose school asks for a passkey or the second step: the days that are left, then the way there. */
export default function FactorBanner() {
  const { data } = useQuery(endpointQuery(queryKeys.security, 'GET /user/security'));
  const { pathname } = useLocation();
  const now = useNow();
  const dueAt = data?.factorDueAt;
  if (typeof dueAt !== 'string') return null;
  const days = Math.ceil((Date.parse(dueAt) - now) / DAY_MS);
  if (days <= 0 && OF_STAFF.test(pathname)) return <Navigate to={pathTo('security')} replace />;
  return (
    <aside aria-label="Security" className="border-b border-line bg-base-100">
      <p className="page flex items-start gap-2 py-2 text-sm font-medium">
        <ShieldAlert size={16} className="mt-1 shrink-0 text-warning" aria-hidden="true" />
        <span>
          {days <= 0
            ? 'Your school asks for a passkey or an authenticator app. Set one up to continue.'
            : `Set up a passkey or an authenticator app within ${days} ${days === 1 ? 'day' : 'days'}: your school asks for it.`}{' '}
          <Link to={pathTo('security')} className="link font-semibold">
            Security
          </Link>
        </span>
      </p>
    </aside>
  );
}
