import type { ReactNode } from 'react';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

interface BackLinkProps {
  to: string;
  children: ReactNode;
  isQuiet?: boolean;
}

/** Above the heading of a page; links to its parent page. */
export const BackLink = ({ to, children, isQuiet = false }: BackLinkProps) => (
  <Link
    to={to}
    className={`inline-flex items-center gap-2 text-sm hover:underline ${isQuiet ? 'min-h-9 text-muted' : 'min-h-11 font-medium'}`}
  >
    <ArrowLeft size={16} aria-hidden="true" />
    {children}
  </Link>
);
