import { Trans } from '@lingui/react/macro';
import { Target } from 'lucide-react';
import { useState } from 'react';
import { minutesToday, readGoal, storeGoal } from '#web/features/classroom/progress/minutes-today.ts';
import { Button } from '#web/ui/button.tsx';

const MINUTES = [5, 10, 15, 30] as const;
const SUGGESTED = 10;

/** Minutes a day, counted on this device; off with one press. */
export const DailyGoal = () => {
  const [goal, setGoal] = useState(readGoal);
  const change = (minutes: number | undefined): void => {
    storeGoal(minutes);
    setGoal(minutes);
  };
  if (goal === undefined)
    return (
      <Button tone="ghost" className="mt-4 -ms-4" onClick={() => change(SUGGESTED)}>
        <Target size={18} aria-hidden="true" />
        <Trans>Set a goal of minutes a day</Trans>
      </Button>
    );
  const played = minutesToday();
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Target size={18} className={played >= goal ? 'text-success' : 'text-muted'} aria-hidden="true" />
      <span>
        <Trans>
          <span className="num font-semibold">
            {played} of {goal}
          </span>{' '}
          min today
        </Trans>
      </span>
      <progress
        className="progress h-1.5 w-32 text-primary"
        value={Math.min(played, goal)}
        max={goal}
        aria-hidden="true"
      />
      <label className="flex items-center gap-2">
        <span className="sr-only">
          <Trans>Minutes a day</Trans>
        </span>
        <select className="select w-auto" value={goal} onChange={(event) => change(Number(event.currentTarget.value))}>
          {MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              <Trans>{minutes} min a day</Trans>
            </option>
          ))}
        </select>
      </label>
      <Button tone="ghost" onClick={() => change(undefined)}>
        <Trans>Turn off</Trans>
      </Button>
    </div>
  );
};
