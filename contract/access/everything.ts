/** The scope of a right that opens every course. */
export const EVERYTHING = 'everything';
