import { Link } from 'react-router';
import { Panel } from '#web/ui/panel.tsx';
import { pathTo } from '#web/app/paths.ts';

/** The steps from test mode to live mode. */
export const GoingLive = () => (
  <Panel title="Go live">
    <ol className="list-decimal space-y-2 ps-5 text-sm">
      <li>In the Razorpay dashboard, activate your account, enable Subscriptions, and generate live keys.</li>
      <li>
        Enter them under{' '}
        <Link to={pathTo('paymentSettings')} className="link">
          Settings, Payments
        </Link>
        , and add the webhook address that is shown there in the Razorpay dashboard, with a secret of your own.
      </li>
      <li>
        Enter your name and address for receipts under{' '}
        <Link to={pathTo('sellerSettings')} className="link">
          Settings, Seller
        </Link>
        .
      </li>
      <li>Switch to live mode. From then on buyers pay real money.</li>
    </ol>
    <p className="meta mt-4">See docs/payments.md for the webhook events and everything else.</p>
  </Panel>
);
