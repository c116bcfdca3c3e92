import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, CircleX, FlaskConical, type LucideIcon } from 'lucide-react';
import { sentenceOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { paymentKeyQuery } from '#web/api/purchase.ts';
import { type Preflight, preflightQuery } from '#web/api/sales.ts';
import { useAction } from '#web/api/use-action.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { formatMoment } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Panel } from '#web/components/panel.tsx';
import { useSite } from '#web/components/site.tsx';
import { LoadingNote, Skeleton } from '#web/components/skeletons.tsx';
import { ErrorState } from '#web/components/states.tsx';
import { GoingLive } from '#web/pages/sales/going-live.tsx';
import { SalesNav } from '#web/pages/sales/sales-nav.tsx';

/** Whether the bundle can be bought, and whether the provider's plan is what this school sells. */
export function Component() {
  const query = useQuery(preflightQuery());
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading>Selling</PageHeading>
      <SalesNav />
      <div className="mt-6 grid max-w-[50rem] gap-5">
        {query.isPending && (
          <>
            <LoadingNote>Loading the state of selling</LoadingNote>
            <Skeleton className="h-40 w-full" />
          </>
        )}
        {query.isError && (
          <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
            {sentenceOf(query.error, 'The state of selling could not be loaded')}
          </ErrorState>
        )}
        {query.data && <State preflight={query.data.preflight} />}
      </div>
    </div>
  );
}

const looks: Record<Preflight['state'], { Icon: LucideIcon; colour: string }> = {
  ok: { Icon: CircleCheck, colour: 'text-success' },
  unknown: { Icon: CircleHelp, colour: 'text-warning' },
  mismatch: { Icon: CircleX, colour: 'text-error' },
  off: { Icon: CircleX, colour: 'text-error' },
};

function State({ preflight }: { preflight: Preflight }) {
  const { timeZone } = useSite();
  const { state, isSelling, mode, sentence, checkedAt, checks } = preflight;
  const { Icon, colour } = looks[state];
  return (
    <>
      <Panel
        title={isSelling ? 'The bundle is on sale' : 'Selling is off'}
        aside={<Badge>{mode === 'test' ? 'Test mode' : 'Live mode'}</Badge>}
      >
        <p className="flex gap-3">
          <Icon size={20} className={`mt-1 ${colour}`} aria-hidden="true" />
          <span className="min-w-0">{sentence}</span>
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
          <CheckNow />
          <span className="meta num">
            {checkedAt ? `Last asked ${formatMoment(checkedAt, timeZone)}` : 'The provider was not asked yet'}
          </span>
        </div>
      </Panel>
      {checks.length > 0 && <Checks checks={checks} />}
      {mode === 'test' && <TestSwitches />}
      {mode === 'test' && <GoingLive />}
    </>
  );
}

function CheckNow() {
  const queryClient = useQueryClient();
  const asking = useAction({
    run: () => call('POST /admin/preflight'),
    sentences: { loading: 'Asking the payment provider...', error: 'The payment provider could not be asked' },
    onSuccess: async (answer) => {
      queryClient.setQueryData(preflightQuery().queryKey, answer);
      await queryClient.invalidateQueries({ queryKey: ['notices'] });
    },
  });
  return (
    <Button tone="quiet" isBusy={asking.isBusy} onClick={() => void asking.start(undefined)}>
      Ask the provider now
    </Button>
  );
}

const names: Record<Preflight['checks'][number]['name'], string> = {
  selling: 'Settings',
  plan: 'Plan',
  amount: 'Amount',
  currency: 'Currency',
  period: 'Period',
  mode: 'Mode',
};

function Checks({ checks }: Pick<Preflight, 'checks'>) {
  return (
    <Panel title="The plan at the provider">
      <ul>
        {checks.map(({ name, isOk, expected, found }) => {
          const Icon = isOk ? CircleCheck : CircleX;
          return (
            <li key={name} className="flex gap-3 border-t border-line py-3 first:border-t-0">
              <Icon size={20} className={`mt-0.5 ${isOk ? 'text-success' : 'text-error'}`} aria-hidden="true" />
              <div className="min-w-0">
                <p className="text-sm font-semibold">
                  {names[name]}
                  <span className="sr-only">{isOk ? ': right' : ': wrong'}</span>
                </p>
                <p className="text-sm wrap-anywhere text-muted">
                  {isOk ? found : `It is ${found}, and should be ${expected}.`}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** Where the stand-in for the provider is served; the provider's own test mode has no switches here. */
const STAND_IN = '/sandbox/';

function TestSwitches() {
  const { data } = useQuery(paymentKeyQuery());
  if (!data?.checkoutScript.startsWith(STAND_IN)) return null;
  return (
    <Panel title="Try what can go wrong">
      <p className="text-sm text-muted">
        The test payments can lose, repeat and delay messages, fail refunds, open disputes and move the clock. No money
        moves.
      </p>
      <a href={`${STAND_IN}desk`} className="btn btn-quiet mt-4">
        <FlaskConical size={18} aria-hidden="true" />
        Open the switches
      </a>
    </Panel>
  );
}
