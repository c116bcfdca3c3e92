import type { FieldErrors } from 'react-hook-form';

/** The sentences about invalid fields: one above the form, and one beside each field. */
export const createErrorMessages = (incomplete: string) => ({
  /** A missing field comes first: the other errors may follow from it. */
  forForm: (errors: FieldErrors): string | undefined => {
    if (Object.keys(errors).length === 0) return undefined;
    const sentences = Object.values(errors).map((error) => error?.message);
    const first = sentences.find((sentence) => typeof sentence === 'string' && sentence !== '');
    return typeof first === 'string' && !sentences.includes(incomplete) ? first : incomplete;
  },
  /** Beside a missing field, its own sentence is more useful than that of the form. */
  forField: (error: { message?: string | undefined } | undefined, whenMissing: string): string | undefined =>
    error?.message === incomplete ? whenMissing : error?.message,
});
