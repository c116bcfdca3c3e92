/** With fewer reviews a course has no average. */
const RATED_FROM = 3;

/** How many reviews gave 1 star, 2 stars, and so on. */
export type StarCounts = readonly [number, number, number, number, number];
export const NO_STARS: StarCounts = [0, 0, 0, 0, 0];

/** The columns of the projection `course_ratings`. */
export const starColumns = ['stars_1', 'stars_2', 'stars_3', 'stars_4', 'stars_5'] as const;

/** Of a row that may be that of a course without reviews. */
export const starsIn = (row: Record<(typeof starColumns)[number], number | null>): StarCounts => [
  row.stars_1 ?? 0,
  row.stars_2 ?? 0,
  row.stars_3 ?? 0,
  row.stars_4 ?? 0,
  row.stars_5 ?? 0,
];

export const countOfStars = (counts: StarCounts): number => counts.reduce((sum, count) => sum + count, 0);

/** The average with one decimal; null with too few reviews. */
export const ratingOf = (counts: StarCounts): { average: number; reviews: number } | null => {
  const reviews = countOfStars(counts);
  if (reviews < RATED_FROM) return null;
  const stars = counts.reduce((sum, count, index) => sum + count * (index + 1), 0);
  return { average: Math.round((10 * stars) / reviews) / 10, reviews };
};
