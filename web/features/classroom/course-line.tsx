import type { ReactNode } from 'react';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';

/** The heading of the classroom. On phones, whose top edge is the video's, it has the menu as well. */
export const CourseLine = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className="classroom-course">
    <PageHeading {...(title === undefined ? {} : { title })} className="classroom-heading">
      {children}
    </PageHeading>
    <MenuButton className="classroom-menu btn btn-ghost btn-square" />
  </div>
);
