import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from './use-session.ts';

/** The name of a person, which leads admins to the page of the person. */
export const PersonName = ({ userId, children }: { userId: string | null | undefined; children: ReactNode }) =>
  useSession()?.role === 'ADMIN' && userId ? (
    <Link to={pathTo('userAccess', { userId })} className="underline-offset-4 hover:underline focus-visible:underline">
      {children}
    </Link>
  ) : (
    children
  );
