/** Apart from the schemas, so that the classroom loads these numbers without them. */
export const QUESTION_MAX_LENGTH = 2000;
/** Matching questions are looked for from so many words. */
export const MATCH_WORDS_MIN = 3;
export const MATCH_MAX_LENGTH = 300;
/** The parts of a video that rewinds are counted in. */
export const REWIND_BUCKET_MS = 10_000;
