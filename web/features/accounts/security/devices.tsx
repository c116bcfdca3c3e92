import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone, Tablet } from 'lucide-react';
import type { Session } from '#contract/accounts/sessions.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/panel.tsx';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { formatShortMoment } from '#contract/format.ts';
import { Row, RowsPanel } from '#web/ui/rows-panel.tsx';
import { securityPage, useRefreshSecurity } from './security-page.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const sentences = { error: messages.sessions.endFailed };

const iconOf = (device: string) => {
  if (device === 'iPad') return Tablet;
  return device === 'iPhone' || device === 'Android' ? Smartphone : Laptop;
};

/** Where the user is logged in, with a way to end it. */
export function Devices() {
  const query = useQuery(endpointQuery('own-sessions', 'GET /user/sessions'));
  return (
    <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={messages.sessions.unread}>
      {({ sessions }) => <DeviceRows sessions={sessions} />}
    </QueryBoundary>
  );
}

function DeviceRows({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useLingui();
  const refresh = useRefreshSecurity();
  const end = useAction({
    run: (sessionId: string) => call('DELETE /user/sessions/:sessionId', { params: { sessionId } }),
    messages: sentences,
    changes: securityPage,
    // It may have ended meanwhile.
    onError: () => void refresh(),
  });
  const endOthers = useAction<void, unknown>({
    run: () => call('DELETE /user/sessions'),
    messages: sentences,
    changes: securityPage,
  });
  const foot = sessions.length > 1 && (
    <>
      <p>
        <Trans>You do not know one of them? Log it out and change the password.</Trans>
      </p>
      <Button tone="quiet" isBusy={endOthers.isBusy} onClick={() => void endOthers.start()}>
        <Trans>Log out all others</Trans>
      </Button>
    </>
  );
  // The one in use is above the others.
  const ordered = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  return (
    <RowsPanel title={t`Where you are logged in`} foot={foot}>
      <ul>
        {ordered.map((session) => (
          <DeviceRow key={session._id} session={session} isBusy={end.isBusy} onEnd={(id) => void end.start(id)} />
        ))}
      </ul>
    </RowsPanel>
  );
}

interface DeviceRowProps {
  session: Session;
  isBusy: boolean;
  onEnd: (sessionId: string) => void;
}

function DeviceRow({ session, isBusy, onEnd }: DeviceRowProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const now = new Date(useNow());
  const { _id, name, device, network, isCurrent, lastUsedAt } = session;
  const used = isCurrent
    ? t`this browser, now`
    : t`used ${{ moment: formatShortMoment(lastUsedAt, timeZone, now, locale) }}`;
  return (
    <Row
      icon={iconOf(device)}
      name={name}
      action={
        isCurrent ? (
          <Badge>
            <Trans>This one</Trans>
          </Badge>
        ) : (
          <Button tone="quiet" aria-label={t`Log out ${name}`} isDisabled={isBusy} onClick={() => onEnd(_id)}>
            <Trans>Log out</Trans>
          </Button>
        )
      }
    >
      {[network, used].filter(Boolean).join(' · ')}
    </Row>
  );
}
