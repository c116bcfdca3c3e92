import { Check, ChevronRight, Circle } from 'lucide-react';
import { Link } from 'react-router';
import { useSteps } from '#web/features/school/dashboard/first-steps.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The first steps, also once they are done or closed on the dashboard. */
export const Component = () => <SettingsFrame section="First steps">{() => <Steps />}</SettingsFrame>;

function Steps() {
  return (
    <ol className="surface divide-y divide-line overflow-hidden" aria-label="First steps">
      {useSteps(true).map(({ to, name, isDone }) => {
        const Icon = isDone ? Check : Circle;
        return (
          <li key={name}>
            <Link to={to} className="flex min-h-14 items-center gap-3 px-5 font-semibold hover:bg-base-200">
              <Icon size={20} className={isDone ? 'text-success' : 'text-muted'} aria-hidden="true" />
              <span className="flex-1">{name}</span>
              <span className="meta">{isDone ? 'Done' : 'To do'}</span>
              <ChevronRight size={18} className="text-muted" aria-hidden="true" />
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
