import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';
import { pathTo } from '#web/app/path-to.ts';
import { useFactorDays } from '#web/app/session/use-factor-days.ts';

/** For admins and teachers whose school asks for a passkey or the second step: the days that are left. */
export default function FactorBanner() {
  const { t } = useLingui();
  const days = useFactorDays() ?? Infinity;
  if (days === Infinity) return null;
  return (
    <aside aria-label={t`Security`} className="border-b border-line bg-base-100">
      <p className="page flex items-start gap-2 py-2 text-sm font-medium">
        <ShieldAlert size={16} className="mt-1 shrink-0 text-warning" aria-hidden="true" />
        <span>
          {days <= 0 ? (
            <Trans>Your school asks for a passkey or an authenticator app. Set one up to continue.</Trans>
          ) : (
            <Plural
              value={days}
              one="Set up a passkey or an authenticator app within # day: your school asks for it."
              other="Set up a passkey or an authenticator app within # days: your school asks for it."
            />
          )}{' '}
          <Link to={pathTo('security')} className="link font-semibold">
            <Trans>Security</Trans>
          </Link>
        </span>
      </p>
    </aside>
  );
}
