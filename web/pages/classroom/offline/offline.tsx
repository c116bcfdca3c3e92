import { messages } from '#contract/messages.ts';
import { LinkButton } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { useOnline } from '#web/components/use-online.ts';
import { pathTo } from '#web/paths.ts';

/** What can be opened without a connection. */
export function Component() {
  const isOnline = useOnline();
  return (
    <div className="page py-16">
      <PageHeading>{isOnline ? 'You’re back online' : 'You’re offline'}</PageHeading>
      {!isOnline && <p className="measure mt-4 text-lg text-muted">{messages.notices.offline}</p>}
      <LinkButton className="mt-6" to={pathTo('courses')}>
        See all courses
      </LinkButton>
    </div>
  );
}
