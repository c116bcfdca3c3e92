import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { salesOverviewQuery } from '#web/api/admin-billing-queries.ts';
import { courseListQuery } from '#web/api/course-queries.ts';
import { outboxQuery } from '#web/api/school-queries.ts';
import { useSite } from '#web/components/site.tsx';
import { pathTo } from '#web/paths.ts';

interface StepProps {
  to: string;
  name: string;
  isDone: boolean;
  hint: string;
}

function Step({ to, name, isDone, hint }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="relative flex gap-3 rounded-field p-3 hover:bg-base-200">
      <Icon size={20} className={`mt-0.5 ${isDone ? 'text-success' : 'text-muted'}`} aria-hidden="true" />
      <div className="min-w-0">
        <Link to={to} className="text-sm font-semibold after:absolute after:inset-0">
          {name}
          {isDone && <span className="sr-only">: done</span>}
        </Link>
        <p className="meta font-normal">{hint}</p>
      </div>
    </li>
  );
}

/** In test mode: the steps from an empty school to the first live sale. */
export function FirstSteps() {
  const { isTestMode } = useSite();
  const courses = useQuery({ ...courseListQuery({ limit: 1 }), enabled: isTestMode });
  const outbox = useQuery({ ...outboxQuery({ limit: 1, offset: 0 }), enabled: isTestMode });
  const payments = useQuery(salesOverviewQuery());
  if (!isTestMode) return null;
  return (
    <section aria-labelledby="first-steps" className="surface mt-7 p-2 sm:p-3">
      <h2 id="first-steps" className="px-3 pt-3 text-title">
        First steps
      </h2>
      <ol className="mt-1 grid sm:grid-cols-2 lg:grid-cols-4">
        <Step
          to={pathTo('createCourse')}
          name="Publish a course"
          isDone={(courses.data?.total ?? 0) > 0}
          hint="Then add lectures."
        />
        <Step
          to={pathTo('payments')}
          name="Make a test purchase"
          isDone={(payments.data?.allPayments.count ?? 0) > 0}
          hint="Sign up as a learner in a private window and subscribe."
        />
        <Step
          to={pathTo('emailSettings')}
          name="Set up email"
          isDone={outbox.data?.isUsed === false}
          hint="Until then, emails are kept in the outbox."
        />
        <Step to={pathTo('paymentSetup')} name="Go live" isDone={false} hint="Connect Razorpay." />
      </ol>
    </section>
  );
}
