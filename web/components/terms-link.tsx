import { Link } from 'react-router';

/** To the terms of the bundle, which everyone may read. */
export const TermsLink = ({ children }: { children: string }) => (
  <Link to="/about#terms" className="underline underline-offset-3">
    {children}
  </Link>
);
