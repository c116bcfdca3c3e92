import { useQuery } from '@tanstack/react-query';
import { Check, Circle, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { salesOverviewQuery } from '#web/features/billing/billing-queries.ts';
import { courseListQuery } from '#web/api/course-queries.ts';
import { emailsQuery } from '#web/api/school-queries.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { PAGE_SIZES } from '#web/ui/table/use-table.ts';
import { pathTo } from '#web/app/path-to.ts';

const CLOSED = 'lectern.first-steps-closed';

const wasClosed = (): boolean => {
  try {
    return localStorage.getItem(CLOSED) !== null;
  } catch {
    return false;
  }
};

const rememberClosed = (): void => {
  try {
    localStorage.setItem(CLOSED, '1');
  } catch {
    // A browser that stores nothing shows the steps again.
  }
};

interface Step {
  to: string;
  name: string;
  isDone: boolean;
}

/** The default name of a school. */
const FIRST_NAME = 'Lectern';

/** The steps from an empty school to the first live sale. */
export function useSteps(isShown: boolean): Step[] {
  const { brandName, isTestMode } = useSite();
  // The first page of the dashboard's list of courses, so that both share a request.
  const courses = useQuery({ ...courseListQuery({ limit: PAGE_SIZES[0], offset: 0 }), enabled: isShown });
  const emails = useQuery({ ...emailsQuery({ limit: 1, offset: 0 }), enabled: isShown });
  const payments = useQuery({ ...salesOverviewQuery(), enabled: isShown });
  return [
    { to: pathTo('settings'), name: 'Name your school', isDone: brandName !== FIRST_NAME },
    { to: pathTo('createCourse'), name: 'Publish a course', isDone: (courses.data?.total ?? 0) > 0 },
    { to: pathTo('payments'), name: 'Make a test purchase', isDone: (payments.data?.allPayments.count ?? 0) > 0 },
    { to: pathTo('emailSettings'), name: 'Set up email', isDone: emails.data?.isUsed === false },
    { to: pathTo('paymentSettings'), name: 'Go live', isDone: !isTestMode },
  ];
}

/** In test mode: the first steps as one line that can be closed. They stay under Settings. */
export function FirstSteps() {
  const { isTestMode } = useSite();
  const [isClosed, setClosed] = useState(wasClosed);
  const isShown = isTestMode && !isClosed;
  const steps = useSteps(isShown);
  if (!isShown) return null;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="first-steps" className="surface mt-5 flex items-center gap-x-6 gap-y-1 py-1 ps-4 pe-1">
      <h2 id="first-steps" className="font-sans text-sm font-semibold whitespace-nowrap">
        First steps{' '}
        <span className="meta num">
          {steps.filter(({ isDone }) => isDone).length} of {steps.length}
        </span>
      </h2>
      <ol className="flex min-w-0 flex-1 flex-wrap gap-x-5">
        {steps.map((step) => (
          <StepLink key={step.name} step={step} isNext={step === next} />
        ))}
      </ol>
      <button
        type="button"
        className="icon-link shrink-0"
        aria-label="Close first steps"
        onClick={() => {
          rememberClosed();
          setClosed(true);
        }}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </section>
  );
}

/** On phones only the next step is shown. */
function StepLink({ step: { to, name, isDone }, isNext }: { step: Step; isNext: boolean }) {
  const Icon = isDone ? Check : Circle;
  return (
    <li className={isNext ? '' : 'max-md:hidden'}>
      <Link
        to={to}
        className={`inline-flex min-h-11 items-center gap-1.5 text-sm hover:underline ${isDone ? 'text-muted' : 'font-semibold'}`}
      >
        <Icon size={16} className={isDone ? 'text-success' : 'text-muted'} aria-hidden="true" />
        {name}
        {isDone && <span className="sr-only">: done</span>}
      </Link>
    </li>
  );
}
