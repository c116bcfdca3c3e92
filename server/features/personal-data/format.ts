/** What the first file of an export says. Raised when a reader of version 1 could not read it. */
export const VERSION = 1;
export const FORMAT = 'lectern-person';
