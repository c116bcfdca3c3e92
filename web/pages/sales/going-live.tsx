import { formatMoney } from '#web/components/format.ts';
import { Panel } from '#web/components/panel.tsx';
import { useSite } from '#web/components/site.tsx';

const settings = [
  'NODE_ENV=production',
  'PUBLIC_URL',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'RAZORPAY_PLAN_ID',
  'SELLER_NAME',
  'SELLER_ADDRESS',
];

/** What is to be done before money is real. */
export function GoingLive() {
  const { priceInPaise, currencySymbol } = useSite();
  return (
    <Panel title="Sell for real">
      <ol className="list-decimal space-y-2 ps-5 text-sm">
        <li>
          At Razorpay, switch on Subscriptions and make a plan: every year, {formatMoney(priceInPaise, currencySymbol)}.
        </li>
        <li>
          Make live keys, and a webhook to{' '}
          <code className="wrap-anywhere">https://your.school/api/v1/payments/webhook</code> with a secret of your own.
        </li>
        <li>
          Set{' '}
          {settings.map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <code className="wrap-anywhere">{name}</code>
            </span>
          ))}{' '}
          and start again. This page then says whether the plan is what the school sells.
        </li>
      </ol>
      <p className="meta mt-4">The file docs/payments.md names the events of the webhook and what else to know.</p>
    </Panel>
  );
}
