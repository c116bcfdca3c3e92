import type { ReactNode } from 'react';
import { PageHeading } from './page-heading.tsx';

interface AdminPageProps {
  heading: string;
  /** Above the heading: the link to the parent page. */
  back?: ReactNode;
  /** Below the heading. It has its room before it is known. */
  lead?: ReactNode;
  /** Buttons and links beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** The frame of admin pages. */
export const AdminPage = ({ heading, back, lead, actions, children, className = '' }: AdminPageProps) => (
  <div className={`page py-8 lg:py-10 ${className}`}>
    {back}
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <PageHeading>{heading}</PageHeading>
        {lead !== undefined && <p className="measure mt-1 min-h-[1.5em] text-muted">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
    {children}
  </div>
);

/** After the control that had the focus was removed. */
export const focusHeading = (): void => document.querySelector('h1')?.focus();
