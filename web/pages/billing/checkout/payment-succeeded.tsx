import { CircleCheck } from 'lucide-react';
import { LinkButton } from '#web/components/button.tsx';
import { pathTo } from '#web/paths.ts';
import { Outcome } from './outcome.tsx';

export function Component() {
  return (
    <Outcome
      icon={<CircleCheck size={64} className="text-success" aria-hidden="true" />}
      heading="Payment Successfull"
      action={
        <LinkButton to={pathTo('home')} size="large">
          Go to home
        </LinkButton>
      }
    >
      <p>Welcome to the pro bundle</p>
    </Outcome>
  );
}
