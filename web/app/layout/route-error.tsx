import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { messages } from '#contract/messages.ts';
import { checkConnection, onReconnect, useOnline } from '#web/api/connection.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useSay } from '#web/ui/language/language.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { pathTo } from '#web/app/path-to.ts';

const reload = (): void => globalThis.location.reload();

/**
 * Shown when a page throws, or its code does not load. Header, menu and footer stay. It reloads when the connection is
 * back: browsers may remember that code did not load until the next reload.
 */
export function RouteError() {
  const { t } = useLingui();
  const say = useSay();
  const error = useRouteError();
  const isOnline = useOnline();
  const [isChecked, setChecked] = useState(false);
  const detail = isOnline && error instanceof Error ? error.message : '';
  useEffect(() => {
    const stop = onReconnect(reload);
    void checkConnection().then(() => setChecked(true));
    return stop;
  }, []);
  if (isOnline && !isChecked) return null;
  return (
    <div className="page py-16">
      <PageHeading>{isOnline ? say(messages.profile.broken) : t`You’re offline`}</PageHeading>
      <p className="measure mt-4 text-lg text-muted">
        {isOnline
          ? t`This page could not be loaded. Try again. If that doesn’t help, please contact us.`
          : t`This page loads when you reconnect.`}
      </p>
      {detail && <p className="meta mt-2">{detail}</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={reload}>
          <Trans>Try again</Trans>
        </Button>
        {!isOnline && (
          <LinkButton to={pathTo('offline')} tone="quiet">
            <Trans>What works offline</Trans>
          </LinkButton>
        )}
      </div>
    </div>
  );
}
