import { PageHeading } from '#web/components/page-heading.tsx';

export function Component() {
  return (
    <div className="page py-10">
      <PageHeading>Signup</PageHeading>
    </div>
  );
}
