import { DAY_MS } from '../durations.ts';

/** Apart from the schemas, so that the classroom loads these numbers without them. */
export const QUESTION_MAX_LENGTH = 2000;
/** A question that was not sent at once is the same one, sent again, for so long. */
export const SENT_AGAIN_MAX_MS = 90 * DAY_MS;
/** Matching questions are looked for from so many words. */
export const MATCH_WORDS_MIN = 3;
export const MATCH_MAX_LENGTH = 300;
/** The parts of a video that rewinds are counted in. */
export const REWIND_BUCKET_MS = 10_000;
