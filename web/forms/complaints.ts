import type { FieldErrors } from 'react-hook-form';

/**
 * How a form says what is wrong: one sentence for the whole, where something missing comes before anything else, and
 * beside each field its own words.
 */
export const complaintsAbout = (incomplete: string) => ({
  ofForm: (errors: FieldErrors): string => {
    const sentences = Object.values(errors).map((problem) => problem?.message);
    const first = sentences.find((sentence) => typeof sentence === 'string' && sentence !== '');
    return typeof first === 'string' && !sentences.includes(incomplete) ? first : incomplete;
  },
  /** A missing field is named, where the sentence of the form would only repeat itself. */
  beside: (problem: { message?: string | undefined } | undefined, whenMissing: string): string | undefined =>
    problem?.message === incomplete ? whenMissing : problem?.message,
});
