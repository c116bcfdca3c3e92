import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';

interface UseLinkProps {
  /** The parameter of `returnTo` with which the link is used at once. */
  param: string;
  /** Where a visitor comes back to, with an account. */
  returnTo: string;
  /** Of the button, and of that for visitors. */
  labels: { use: string; signUp: string };
  /** What an admin reads in the place of the button. */
  forAdmins: string;
  tone?: 'primary' | 'buy';
  isBusy: boolean;
  start: () => void;
  /** Below the button. */
  children: ReactNode;
}

/** Uses a link of the school with one press; visitors sign up or log in first, and it is used when they return. */
export function UseLink({ param, returnTo, labels, forAdmins, tone = 'primary', ...rest }: UseLinkProps) {
  const { isBusy, start, children } = rest;
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const hasReturned = search.get(param) !== null && session?.role === 'USER';
  const arrive = useEffectEvent(() => {
    setSearch({}, { replace: true });
    start();
  });
  useEffect(() => {
    if (hasReturned) arrive();
  }, [hasReturned]);
  if (!session) {
    const state = { returnTo };
    return (
      <>
        <LinkButton to={pathTo('signup')} state={state} tone={tone} size="large" className="w-full">
          {labels.signUp}
        </LinkButton>
        <p className="mt-5">
          <Trans>
            Already have an account?{' '}
            <Link to={pathTo('login')} state={state} className="link font-semibold">
              Log in
            </Link>
          </Trans>
        </p>
      </>
    );
  }
  if (session.role !== 'USER') return <p>{forAdmins}</p>;
  return (
    <>
      <Button tone={tone} size="large" className="w-full" isBusy={isBusy} onClick={start}>
        {labels.use}
      </Button>
      <p className="meta mt-3 wrap-anywhere">
        <Trans>For your account {{ email: session.user.email }}</Trans>
      </p>
      {children}
    </>
  );
}
