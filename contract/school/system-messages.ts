/** Messages about jobs and storage. */
export const systemMessages = {
  success: 'System fetched successfully',
  retried: 'The job runs again',
} as const;
