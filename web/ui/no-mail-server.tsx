import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { pages } from '#contract/pages.ts';
import { useSite } from '#web/ui/page/site.tsx';

interface NoMailServerProps {
  /** Before anything is written. */
  isAhead?: boolean;
  className?: string;
}

/** For admins: in a school without a mail server, that an email is not sent, and the way to change that. */
export function NoMailServer({ isAhead = false, className = '' }: NoMailServerProps) {
  const { t } = useLingui();
  const { sendsEmail } = useSite();
  if (sendsEmail) return null;
  return (
    <p className={`text-sm text-warning ${className}`}>
      <Trans>
        {{ state: isAhead ? t`It will be stored, not sent` : t`Not sent` }}: no mail server.{' '}
        <Link to={pages.emailSettings.path} className="link">
          Set one up
        </Link>
      </Trans>
    </p>
  );
}
