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

/** The steps from test mode to live mode. */
export function GoingLive() {
  const { priceInPaise, currencySymbol } = useSite();
  return (
    <Panel title="Go live">
      <ol className="list-decimal space-y-2 ps-5 text-sm">
        <li>
          In the Razorpay dashboard, enable Subscriptions and create a yearly plan of{' '}
          {formatMoney(priceInPaise, currencySymbol)}.
        </li>
        <li>
          Generate live keys, and add a webhook for{' '}
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
          and restart the server. This page then shows whether the plan matches the bundle.
        </li>
      </ol>
      <p className="meta mt-4">See docs/payments.md for the webhook events and everything else.</p>
    </Panel>
  );
}
