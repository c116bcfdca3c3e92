/** The tables of reviews. As in tables.ts. */
export interface ReviewTables {
  reviews: ReviewRow;
  review_revisions: ReviewRevisionRow;
  review_requests: ReviewRequestRow;
  course_ratings: CourseRatingRow;
}

/** One per user and course. */
export interface ReviewRow {
  id: string;
  course_id: string;
  user_id: string;
  stars: number;
  /** Empty when it is withdrawn. */
  text: string;
  /** The measured share of the course when it was written or changed last. */
  watched_percent: number;
  written_at: number;
  edited_at: number | null;
  withdrawn_at: number | null;
  hidden_reason: 'names_person' | 'insult' | 'advertising' | 'other_subject' | 'private_data' | null;
  hidden_at: number | null;
  hidden_by: string | null;
  answer: string | null;
  answered_at: number | null;
  answered_by: string | null;
}

/** An earlier text of a review. */
interface ReviewRevisionRow {
  review_id: string;
  /** From 1. */
  number: number;
  stars: number;
  text: string;
  written_at: number;
}

/** A projection: how many shown reviews of a course gave how many stars. */
export interface CourseRatingRow {
  course_id: string;
  stars_1: number;
  stars_2: number;
  stars_3: number;
  stars_4: number;
  stars_5: number;
  computed_at: number;
}

/** When a user was asked for a review. */
interface ReviewRequestRow {
  user_id: string;
  course_id: string;
  moment: 'half' | 'end';
  asked_at: number;
}
