import { msg } from '@lingui/core/macro';
import { formatPosition } from '#contract/format.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import type { Language } from '#contract/languages/language.ts';

export type FoundLecture = ResponseOf<'GET /search/moments'>['lectures'][number];
export type FoundMoment = FoundLecture['moments'][number];

/** A little before what was said. */
const BEFORE_S = 1;

export const secondsOf = ({ in: place, atMs }: FoundMoment): number =>
  Math.max(0, Math.floor((atMs ?? 0) / 1000) - (place === 'said' ? BEFORE_S : 0));

const TABS = { said: 'transcript', note: 'notes', chapter: undefined, text: undefined, pdf: undefined } as const;

/** The address of a moment: the second, the part of a text, or the page that has the words. */
export const placeOf = ({ _id, course }: FoundLecture, moment: FoundMoment, search: string): string =>
  pathTo('classroom', {
    course: course._id,
    lecture: _id,
    tab: TABS[moment.in],
    at: moment.atMs === null ? undefined : String(secondsOf(moment)),
    part: moment.part === null ? undefined : String(moment.part),
    find: moment.in === 'pdf' ? search : undefined,
  });

/** What kind of place it is: "0:14", "Note, 0:14", "Text". */
export const placeName = ({ in: place, atMs }: FoundMoment, { _ }: Language): string => {
  if (atMs === null) return _(place === 'pdf' ? msg`PDF` : msg`Text`);
  const time = formatPosition(atMs);
  return place === 'note' ? _(msg`Note, ${time}`) : time;
};

/** A PDF says nothing here. */
export const shownText = ({ text, highlights }: FoundMoment, { _ }: Language) =>
  text === '' ? { text: _(msg`In this document`), highlights: [] } : { text, highlights };
