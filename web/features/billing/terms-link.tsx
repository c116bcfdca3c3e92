import { Link } from 'react-router';
import { pathTo } from '#web/app/paths.ts';

export const TermsLink = ({ children }: { children: string }) => (
  <Link to={pathTo('terms')} className="underline underline-offset-3">
    {children}
  </Link>
);
