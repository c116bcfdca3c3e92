import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { endpointQuery } from '#web/api/query.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { AddressRow } from './address-row.tsx';
import { Devices } from './devices.tsx';
import { Identities } from './identities.tsx';
import { AddPasskey, PasskeyRow } from './passkeys.tsx';
import { PasswordRow } from './password-row.tsx';
import { RecentEvents } from './recent-events.tsx';
import { SecondStep } from './second-step.tsx';
import { YourData } from './your-data.tsx';
import { RowsPanel } from '#web/ui/rows-panel.tsx';
import { useLocale } from '#web/ui/language/language.tsx';

/** The address, the password, the passkeys and the second step. */
function Factors({ email }: { email: string }) {
  const { t } = useLingui();
  const query = useQuery(endpointQuery('security', 'GET /user/security'));
  return (
    <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={messages.factors.unread}>
      {({ address, password, passkeys, identities, secondStep }) => (
        <>
          <RowsPanel title={t`How you log in`} foot={<AddPasskey />}>
            <ul>
              <AddressRow email={email} address={address} />
              <PasswordRow email={email} password={password} hasPasskey={passkeys.length > 0} />
              <Identities identities={identities} hasPassword={password.isSet} hasPasskey={passkeys.length > 0} />
              {passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey._id}
                  passkey={passkey}
                  isLastWay={!password.isSet && passkeys.length + identities.length === 1}
                />
              ))}
            </ul>
          </RowsPanel>
          <SecondStep secondStep={secondStep} />
        </>
      )}
    </QueryBoundary>
  );
}

/** How a user logs in, and where they are logged in. */
export function Component() {
  const locale = useLocale();
  const { timeZone } = useSite();
  const session = useSession();
  if (!session) return null;
  const { email, createdAt } = session.user;
  return (
    <div className="page py-8 lg:py-10">
      <BackLink to={pathTo('profile')}>
        <Trans>Profile</Trans>
      </BackLink>
      <PageHeading>
        <Trans>Security and data</Trans>
      </PageHeading>
      <p className="mt-3 text-muted wrap-anywhere">
        <Trans>
          {email}, since {{ day: formatDay(createdAt, timeZone, locale) }}
        </Trans>
      </p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-5">
          <Factors email={email} />
          <Devices />
          <RecentEvents />
        </div>
        <div className="grid min-w-0 gap-5">
          <YourData />
        </div>
      </div>
    </div>
  );
}
