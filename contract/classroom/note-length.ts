/** Apart from the schemas, so that the classroom loads this number without them. */
export const NOTE_MAX_LENGTH = 2000;
