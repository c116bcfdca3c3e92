import { CircleCheck } from 'lucide-react';
import { LinkButton } from '#web/components/button.tsx';
import { Outcome } from '#web/pages/checkout/outcome.tsx';

export function Component() {
  return (
    <Outcome
      icon={<CircleCheck size={64} className="text-success" aria-hidden="true" />}
      heading="Payment Successfull"
      action={
        <LinkButton to="/" size="large">
          Go to home
        </LinkButton>
      }
    >
      <p>Welcome to the pro bundle</p>
    </Outcome>
  );
}
