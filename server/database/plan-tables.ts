/** The row types of plans, coupons and gifts. */

/** A plan. Its price and terms are those of its current version. */
export interface PlanRow {
  id: string;
  name: string;
  /** A higher price, shown for comparison. */
  compare_price_in_paise: number | null;
  /** 0: sold only to those who have its link. */
  is_visible: number;
  /** The current version. */
  version_id: string;
  created_at: number;
  updated_at: number;
  /** No longer sold; its purchases stay. */
  deleted_at: number | null;
}

/** A plan that was made at a provider, to charge a version with. */
export interface ProviderPlanRow {
  plan_version_id: string;
  /** The provider and the key that it was made with. */
  account: string;
  ref: string;
  created_at: number;
}

/** The price and the terms of a plan from some moment on. Rows are never changed: purchases name them. */
export interface PlanVersionRow {
  id: string;
  plan_id: string;
  /** From 1, in the order in which they were made. */
  number: number;
  price_in_paise: number;
  term_unit: 'day' | 'month' | 'year' | 'lifetime';
  term_count: number;
  is_renewing: number;
  refund_days: number;
  /** Everything, or the courses of `PlanVersionCourseRow`. */
  opens: 'everything' | 'courses';
  created_at: number;
  created_by: string | null;
}

/** A course that a version of a plan opens. Rows are only added: what was bought stays open. */
export interface PlanVersionCourseRow {
  version_id: string;
  course_id: string;
  /** When the course was added to a version that people may have bought; 0 for a course of the beginning. */
  added_at: number;
}

/** A code that takes something off a price. Its uses are the attempts that name it. */
export interface CouponRow {
  id: string;
  /** In capital letters. */
  code: string;
  percent_off: number | null;
  amount_off_in_paise: number | null;
  max_uses: number | null;
  max_uses_per_person: number | null;
  starts_at: number | null;
  ends_at: number | null;
  plan_id: string | null;
  /** Only for plans that open this course and not everything. */
  course_id: string | null;
  is_first_purchase_only: number;
  created_at: number;
  updated_at: number;
}

/** A purchase for another person. Its payment has whether and by whom it is redeemed. */
export interface GiftRow {
  id: string;
  recipient_name: string;
  recipient_email: string;
  message: string;
  /** The day of the school's calendar on which it is sent, such as `2026-12-24`; null for at once. */
  send_on: string | null;
  /** The payment that paid for it, by the provider's id; null before, and for one that was never paid. */
  payment_id: string | null;
  /** When the last delivery was sent; null while it is planned. */
  sent_at: number | null;
  /** How many were planned: one when it was paid, and one for each change. */
  deliveries: number;
  created_at: number;
}

/** A link that redeems a gift; each email and each copy is one. */
export interface GiftLinkRow {
  token_hash: string;
  gift_id: string;
  created_at: number;
}
