/** Messages about jobs and storage. */
export const systemMessages = {} as const;
