import type { ReactNode } from 'react';
import { PageHeading } from '#web/ui/page/page-heading.tsx';

interface OutcomeProps {
  icon: ReactNode;
  heading: string;
  children: ReactNode;
  action: ReactNode;
}

export const Outcome = ({ icon, heading, children, action }: OutcomeProps) => (
  <div className="page grid min-h-[60vh] place-items-center py-12">
    <div className="w-full max-w-md text-center">
      <div className="mx-auto grid w-fit place-items-center px-10 pb-3">{icon}</div>
      <div className="ledge mx-auto w-40" />
      <PageHeading className="mt-8 text-page">{heading}</PageHeading>
      <div className="mt-3 text-lg text-muted">{children}</div>
      <div className="mt-8">{action}</div>
    </div>
  </div>
);
