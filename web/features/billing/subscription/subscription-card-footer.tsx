import type { ReactNode } from 'react';

export const SubscriptionCardFooter = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line bg-base-200 p-5 sm:flex-nowrap sm:px-8 sm:py-6">
    {children}
  </div>
);
