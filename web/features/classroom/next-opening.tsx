import { Trans } from '@lingui/react/macro';
import { CalendarPlus, RotateCcw } from 'lucide-react';
import type { Course } from '#contract/catalog/catalog.ts';
import { writeCalendar } from '#contract/classroom/icalendar.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { saveFile } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Button } from '#web/ui/button.tsx';

const REMINDER_MS = 30 * MINUTE_MS;

const calendarOf = (course: Course, { _id, title }: Lecture, startsAt: number): string => {
  const { origin, host } = globalThis.location;
  const address = origin + pathTo('classroom', { course: course._id, lecture: _id });
  const event = { id: `opening-${_id}`, title: `${title} (${course.title})`, description: address, address };
  return writeCalendar({ name: course.title, host }, [
    { ...event, startsAt, endsAt: startsAt + REMINDER_MS, sequence: 0, isCancelled: false, changedAt: serverNow() },
  ]);
};

interface NextOpeningProps {
  course: Course;
  /** The lecture that opens next, and when. */
  lecture: Lecture;
  opensAt: string;
  onWatchAgain: (() => void) | undefined;
}

/** In the place of the next lecture, while everything that is open is done. */
export default function NextOpening({ course, lecture, opensAt, onWatchAgain }: NextOpeningProps) {
  const add = (): void => {
    const content = new Blob([calendarOf(course, lecture, Date.parse(opensAt))], { type: 'text/calendar' });
    saveFile({ name: 'opening.ics', content });
  };
  return (
    <>
      <Button tone="quiet" className="flex-1" onClick={add}>
        <CalendarPlus size={18} aria-hidden="true" />
        <Trans>Add to calendar</Trans>
      </Button>
      {onWatchAgain && (
        <Button tone="quiet" className="flex-1" onClick={onWatchAgain}>
          <RotateCcw size={18} aria-hidden="true" />
          <Trans>Watch again</Trans>
        </Button>
      )}
    </>
  );
}
