import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, CircleX, FlaskConical, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { type PlanCheck, planCheckQuery } from '#web/features/billing/billing-queries.ts';
import { call } from '#web/api/call.ts';
import { paymentKeyQuery } from '#web/features/billing/checkout/checkout-queries.ts';
import { backupsQuery } from '#web/api/school-queries.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Badge, Panel } from '#web/ui/panel.tsx';
import { formatMoment } from '#contract/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { LoadingNote, PanelSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useLocale } from '#web/ui/language/language.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';

/** Whether the bundle can be bought, and the plan check. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(planCheckQuery());
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading>
        <Trans>Payment setup</Trans>
      </PageHeading>
      <div className="mt-6 grid max-w-[50rem] gap-5">
        <QueryBoundary
          query={query}
          skeleton={
            <>
              <LoadingNote>
                <Trans>Loading payment setup</Trans>
              </LoadingNote>
              <PanelSkeleton />
            </>
          }
          failure={t`The payment setup could not be loaded`}
        >
          {({ planCheck }) => <State planCheck={planCheck} />}
        </QueryBoundary>
      </div>
    </div>
  );
}

const looks: Record<PlanCheck['state'], { Icon: LucideIcon; colour: string }> = {
  ok: { Icon: CircleCheck, colour: 'text-success' },
  unknown: { Icon: CircleHelp, colour: 'text-warning' },
  mismatch: { Icon: CircleX, colour: 'text-error' },
  off: { Icon: CircleX, colour: 'text-error' },
};

function State({ planCheck }: { planCheck: PlanCheck }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const { state, isSelling, mode, sentence, checkedAt, checks } = planCheck;
  const { Icon, colour } = looks[state];
  return (
    <>
      <Panel
        title={isSelling ? t`The bundle is on sale` : t`Selling is off`}
        aside={<Badge>{mode === 'test' ? t`Test mode` : t`Live mode`}</Badge>}
      >
        <p className="flex gap-3">
          <Icon size={20} className={`mt-1 ${colour}`} aria-hidden="true" />
          <span className="min-w-0">{sentence}</span>
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
          <CheckNow />
          <span className="meta num">
            {checkedAt ? t`Last checked ${formatMoment(checkedAt, timeZone, locale)}` : t`Not checked yet`}
          </span>
        </div>
      </Panel>
      {checks.length > 0 && <Checks checks={checks} />}
      {mode === 'test' && <TestConsole />}
      {mode === 'test' && <GoingLive />}
    </>
  );
}

const CheckNow = () => {
  const { t } = useLingui();
  return (
    <ActionButton
      tone="quiet"
      run={() => call('POST /admin/plan-check')}
      messages={{ loading: t`Checking the plan...`, error: t`The plan could not be checked` }}
      onSuccess={(response, queryClient) => void queryClient.setQueryData(planCheckQuery().queryKey, response)}
      changes={['notices']}
    >
      <Trans>Check again</Trans>
    </ActionButton>
  );
};

const names: Record<PlanCheck['checks'][number]['name'], MessageDescriptor> = {
  selling: msg`Settings`,
  plan: msg`Plan`,
  amount: msg`Amount`,
  currency: msg`Currency`,
  period: msg`Period`,
  mode: msg`Mode`,
};

function Checks({ checks }: Pick<PlanCheck, 'checks'>) {
  const { t } = useLingui();
  return (
    <Panel title={t`Plan check`}>
      <ul>
        {checks.map(({ name, isOk, expected, found }) => {
          const Icon = isOk ? CircleCheck : CircleX;
          return (
            <li key={name} className="flex gap-3 border-t border-line py-3 first:border-t-0">
              <Icon size={20} className={`mt-0.5 ${isOk ? 'text-success' : 'text-error'}`} aria-hidden="true" />
              <div className="min-w-0">
                <p className="text-sm font-semibold">
                  {t(names[name])}
                  <span className="sr-only">{isOk ? ': OK' : `: ${t`mismatch`}`}</span>
                </p>
                <p className="text-sm wrap-anywhere text-muted">
                  {isOk ? found : t`Found ${found}, expected ${expected}.`}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** Only the sandbox has a test console; the test mode of a provider has none. */
const SANDBOX = '/sandbox/';

function TestConsole() {
  const { t } = useLingui();
  const { data } = useQuery(paymentKeyQuery());
  if (!data?.checkoutScript.startsWith(SANDBOX)) return null;
  return (
    <Panel title={t`Simulate failures`}>
      <p className="text-sm text-muted">
        <Trans>
          The sandbox can drop, repeat and delay webhooks, fail refunds, open disputes and move its clock. Nobody is
          charged.
        </Trans>
      </p>
      <a href={`${SANDBOX}console`} className="btn btn-quiet mt-4">
        <FlaskConical size={18} aria-hidden="true" />
        <Trans>Open test console</Trans>
      </a>
    </Panel>
  );
}

/** A school with real buyers must survive the loss of its server. */
function VerifiedBackup() {
  const locale = useLocale();
  const { timeZone } = useSite();
  const { data } = useQuery(backupsQuery());
  const verifiedAt = data?.lastVerifiedAt ?? null;
  return (
    <li>
      {verifiedAt === null ? (
        <Trans>
          First verified backup: choose a folder or a bucket under{' '}
          <Link to={pathTo('backups')} className="link">
            Backups
          </Link>
          , and wait for the result.
        </Trans>
      ) : (
        <>
          <Trans>First verified backup: done, {formatMoment(verifiedAt, timeZone, locale)}</Trans>{' '}
          <CircleCheck size={16} className="inline text-success" aria-hidden="true" />
        </>
      )}
    </li>
  );
}

/** The steps from test mode to live mode. */
const GoingLive = () => {
  const { t } = useLingui();
  return (
    <Panel title={t`Go live`}>
      <ol className="list-decimal space-y-2 ps-5 text-sm">
        <li>
          <Trans>In the Razorpay dashboard, activate your account, enable Subscriptions, and generate live keys.</Trans>
        </li>
        <li>
          <Trans>
            Enter them under{' '}
            <Link to={pathTo('paymentSettings')} className="link">
              Settings, Getting paid
            </Link>
            , and add the webhook address that is shown there in the Razorpay dashboard, with a secret of your own.
          </Trans>
        </li>
        <li>
          <Trans>
            Enter your name and address for receipts under{' '}
            <Link to={pathTo('sellerSettings')} className="link">
              Settings, Receipts and tax
            </Link>
            .
          </Trans>
        </li>
        <VerifiedBackup />
        <li>
          <Trans>Switch to live mode. From then on buyers pay real money.</Trans>
        </li>
      </ol>
    </Panel>
  );
};
