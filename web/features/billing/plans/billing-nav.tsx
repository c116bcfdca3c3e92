import { NavLink } from 'react-router';
import { pathTo } from '#web/app/path-to.ts';

const pages = [
  { to: pathTo('payments'), name: 'Payments' },
  { to: pathTo('unfinishedCheckouts'), name: 'Unfinished' },
  { to: pathTo('paymentSetup'), name: 'Payment setup' },
];

export const BillingNav = () => (
  <nav aria-label="Sales" className="mt-5 flex gap-6 border-b border-line">
    {pages.map(({ to, name }) => (
      <NavLink key={to} to={to} className="tab-link">
        {name}
      </NavLink>
    ))}
  </nav>
);
