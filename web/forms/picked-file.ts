import { z } from 'zod';

/** A file field in the schema of a form: nothing at first, a File once it is accepted. */
export const pickedFile = (whenMissing: string) =>
  z
    .instanceof(File)
    .optional()
    .transform((file, context) => {
      if (file) return file;
      context.addIssue(whenMissing);
      return z.NEVER;
    });

/** A file field that may stay empty where it is not needed. */
export const fileWhere = (isNeeded: boolean, whenMissing: string) =>
  z
    .instanceof(File)
    .optional()
    .refine((file) => file !== undefined || !isNeeded, { error: whenMissing });
