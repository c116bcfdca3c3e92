import { NavLink } from 'react-router';

const places = [
  { to: '/admin/payments', name: 'Payments' },
  { to: '/admin/people', name: 'People' },
  { to: '/admin/selling', name: 'Selling' },
];

/** The pages about money, beside each other. */
export const SalesNav = () => (
  <nav aria-label="Money" className="mt-5 flex gap-6 border-b border-line">
    {places.map(({ to, name }) => (
      <NavLink key={to} to={to} className="tab-link">
        {name}
      </NavLink>
    ))}
  </nav>
);
