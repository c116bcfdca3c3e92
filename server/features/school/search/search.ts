import type { z } from 'zod';
import type { adminSearch } from '#contract/school/admin-search.ts';

type Response = z.input<typeof adminSearch.find.response>;
type Found = Pick<Response, 'people' | 'courses' | 'payments'>;

const MIN_LENGTH = 2;
const MAX_OF_A_KIND = 5;

/** Each finds up to `limit` by a search that is not empty. */
export type SearchNeeds = { [Kind in keyof Found]: (search: string, limit: number) => Promise<Found[Kind]> };

/** The search of admins. */
export type Search = (search: string) => Promise<Found>;

export const createSearch =
  ({ people, courses, payments }: SearchNeeds): Search =>
  async (search) => {
    if (search.length < MIN_LENGTH) return { people: [], courses: [], payments: [] };
    return {
      people: await people(search, MAX_OF_A_KIND),
      courses: await courses(search, MAX_OF_A_KIND),
      payments: await payments(search, MAX_OF_A_KIND),
    };
  };
