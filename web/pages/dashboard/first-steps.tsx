import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { courseListQuery, outboxQuery, paymentsQuery } from '#web/api/queries.ts';
import { useSite } from '#web/components/site.tsx';

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

/** As long as money is pretend: the way from an empty school to the first sale that is real. */
export function FirstSteps() {
  const { isTestMode } = useSite();
  const courses = useQuery({ ...courseListQuery({ limit: 1 }), enabled: isTestMode });
  const outbox = useQuery({ ...outboxQuery({ limit: 1, offset: 0 }), enabled: isTestMode });
  const payments = useQuery(paymentsQuery());
  if (!isTestMode) return null;
  return (
    <section aria-labelledby="first-steps" className="surface mt-7 p-2 sm:p-3">
      <h2 id="first-steps" className="px-3 pt-3 text-title">
        First steps
      </h2>
      <ol className="mt-1 grid sm:grid-cols-2 lg:grid-cols-4">
        <Step
          to="/course/create"
          name="Publish a course"
          isDone={(courses.data?.total ?? 0) > 0}
          hint="Its lectures are added afterwards."
        />
        <Step
          to="/admin/payments"
          name="Try a sale"
          isDone={(payments.data?.allPayments.count ?? 0) > 0}
          hint="Sign up as a learner in a private window, and subscribe."
        />
        <Step
          to="/admin/outbox"
          name="Send mails"
          isDone={outbox.data?.isUsed === false}
          hint="Until SMTP_URL is set they are kept in the outbox."
        />
        <Step to="/admin/selling" name="Sell for real" isDone={false} hint="Set the keys and the plan of Razorpay." />
      </ol>
    </section>
  );
}
