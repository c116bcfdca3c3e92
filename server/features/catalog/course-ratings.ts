import type { Rating } from '#contract/reviews/rating.ts';
import { ratingOf } from '#server/database/ratings.ts';
import type { Platform } from '#server/platform.ts';
import { findStars } from './catalog.queries.ts';

/** Reads the ratings of courses, drafts included, by their ids. A school without reviews has none. */
export const createCourseRatings =
  ({ database: { db }, settings }: Platform) =>
  async (courseIds: readonly string[]): Promise<Map<string, Rating>> => {
    const ratings = new Map<string, Rating>();
    if (!(await settings.community()).reviews) return ratings;
    for (const [id, counts] of await findStars(db, courseIds)) {
      const rating = ratingOf(counts);
      if (rating) ratings.set(id, rating);
    }
    return ratings;
  };
