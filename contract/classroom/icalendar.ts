/** A live class, or the opening of a lecture, in a calendar. Times are epoch milliseconds. */
export interface CalendarEvent {
  id: string;
  title: string;
  description: string;
  address: string;
  startsAt: number;
  endsAt: number;
  /** How often its time was changed. */
  sequence: number;
  isCancelled: boolean;
  changedAt: number;
}

const LINE_BYTES = 75;

const utf8 = new TextEncoder();

/** Two digits of each part, in UTC, as RFC 5545 writes a date with time. */
const timeOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** A comma, a semicolon, a backslash and a line end are escaped; other control characters are left out. */
const textOf = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, String.raw`\n`)
    .replaceAll(/[^\P{Cc}\t]/gu, '');

/** Lines of at most 75 bytes; each further one begins with a space. No letter is split. */
const fold = (line: string): string => {
  const lines = [''];
  let bytes = 0;
  for (const letter of line) {
    const size = utf8.encode(letter).length;
    if (bytes + size > LINE_BYTES) {
      lines.push('');
      bytes = 1;
    }
    lines.push((lines.pop() ?? '') + letter);
    bytes += size;
  }
  return lines.join('\r\n ');
};

const linesOf = (event: CalendarEvent, host: string): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.id}@${host}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${timeOf(event.changedAt)}`,
  `DTSTART:${timeOf(event.startsAt)}`,
  `DTEND:${timeOf(event.endsAt)}`,
  `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  `SUMMARY:${textOf(event.title)}`,
  ...(event.isCancelled ? [] : [`DESCRIPTION:${textOf(event.description)}`, `URL:${event.address}`]),
  'END:VEVENT',
];

/** A calendar as RFC 5545 writes it. `host` makes the names of events unique in the world. */
export const writeCalendar = (
  { name, host }: { name: string; host: string },
  events: readonly CalendarEvent[],
): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Live classes//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${textOf(name)}`,
    `X-WR-CALNAME:${textOf(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => linesOf(event, host)),
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
