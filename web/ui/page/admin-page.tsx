import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { type MenuItem, RowMenu } from '#web/ui/row-menu.tsx';
import { PageHeading } from './page-heading.tsx';

export type PageAction = MenuItem & { isBusy?: boolean };

interface AdminPageProps {
  heading: string;
  /** Above the heading: the link to the parent page. */
  back?: ReactNode;
  /** Below the heading. It has its room before it is known. */
  lead?: ReactNode;
  /** The main action, beside the heading. */
  action?: ReactNode;
  /** The other actions: buttons before the main one, and on phones a menu after it. */
  more?: readonly PageAction[];
  children: ReactNode;
  className?: string;
}

/** The frame of admin pages. */
export const AdminPage = ({ heading, back, lead, action, more = [], children, className = '' }: AdminPageProps) => {
  const { t } = useLingui();
  return (
    <div className={`page py-8 lg:py-10 ${className}`}>
      {back}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-3">
        <PageHeading>{heading}</PageHeading>
        {(action !== undefined || more.length > 0) && (
          <div className="flex gap-2">
            {more.map((item) => (
              <MoreButton key={item.label} item={item} />
            ))}
            {action}
            {more.length > 0 && (
              <div className="md:hidden">
                <RowMenu label={t`More actions`} items={more} className="btn-quiet" />
              </div>
            )}
          </div>
        )}
      </div>
      {lead !== undefined && <p className="measure mt-1 min-h-[1.5em] text-muted">{lead}</p>}
      {children}
    </div>
  );
};

function MoreButton({ item }: { item: PageAction }) {
  const { icon: Icon, label, to, isBusy = false } = item;
  const content = (
    <>
      <Icon size={18} aria-hidden="true" />
      {label}
    </>
  );
  return to === undefined ? (
    <Button tone="quiet" className="max-md:hidden" isBusy={isBusy} onClick={item.onSelect}>
      {content}
    </Button>
  ) : (
    <LinkButton tone="quiet" className="max-md:hidden" to={to}>
      {content}
    </LinkButton>
  );
}

/** After the control that had the focus was removed. */
export const focusHeading = (): void => document.querySelector('h1')?.focus();
