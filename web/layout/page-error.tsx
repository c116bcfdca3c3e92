import { useRouteError } from 'react-router';
import { messages } from '#contract/messages.ts';
import { Button } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';

/** A page that broke, or whose code could not be fetched. The rest of the site stays. */
export function PageError() {
  const error = useRouteError();
  const detail = error instanceof Error ? error.message : '';
  return (
    <div className="page py-16">
      <PageHeading>{messages.profile.broken}</PageHeading>
      <p className="measure mt-4 text-lg text-muted">
        This page could not be shown. Load it again; if that does not help, please tell us through Contact Us.
      </p>
      {detail && <p className="meta mt-2">{detail}</p>}
      <Button className="mt-6" onClick={() => globalThis.location.reload()}>
        Try again
      </Button>
    </div>
  );
}
