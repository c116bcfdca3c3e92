import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { endpointQuery } from '#web/api/query.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay } from '#contract/format.ts';
import { useLocale } from '#web/ui/language/language.tsx';

/** Says that the account is about to be deleted, and with it what is bought now. */
export function LeavingNotice() {
  const { timeZone } = useSite();
  const isBuyer = useSession()?.role === 'USER';
  const { data } = useQuery(endpointQuery('own-data', 'GET /user/data', { enabled: isBuyer }));
  const locale = useLocale();
  if (!data?.deletion) return null;
  const day = formatDay(data.deletion.deletesAt, timeZone, locale);
  return (
    <p role="alert" className="checkout-part flex gap-3 pb-6 lg:pb-0">
      <TriangleAlert size={20} className="mt-1 shrink-0 text-warning" aria-hidden="true" />
      <span>
        <Trans>
          Your account will be deleted on {day}. What you buy now ends with it, and a renewal is turned off.
        </Trans>{' '}
        <Link to={pathTo('security')} className="link">
          <Trans>Keep the account</Trans>
        </Link>
      </span>
    </p>
  );
}
