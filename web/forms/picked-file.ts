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
