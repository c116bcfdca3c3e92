import { z } from 'zod';

/** The images of a school, by address; '' where there is none. */
export const SchoolImages = z.object({
  /** Beside the name, in emails and on receipts. */
  logo: z.string(),
  /** In the tab of a browser and on a home screen; without one, the logo. */
  icon: z.string(),
});
export type SchoolImages = z.output<typeof SchoolImages>;
