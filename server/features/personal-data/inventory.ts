import { accountTables } from './account-tables.ts';
import { learningTables } from './learning-tables.ts';
import type { Inventory } from './personal-table.ts';
import { purchaseTables } from './purchase-tables.ts';

/**
 * Every table of the school: null, or what it knows of a person. A new table does not compile without its row. The record of
 * processing in docs/privacy.md follows it.
 */
export const inventory: Inventory = {
  ...accountTables,
  ...learningTables,
  ...purchaseTables,

  // The rest is about nobody, or names an author only by id.
  settings: null,
  signing_keys: null,
  topic_versions: null,
  rate_counters: null,
  api_keys: null,
  webhooks: null,
  webhook_messages: null,
  published_news: null,
  people_imports: null,
  setup_links: null,
  site_pages: null,
  site_page_versions: null,
  page_blocks: null,
  block_pictures: null,
  courses: null,
  course_addresses: null,
  lectures: null,
  lecture_contents: null,
  sections: null,
  captions: null,
  lecture_attachments: null,
  search_course_entries: null,
  search_lecture_entries: null,
  search_spellings: null,
  course_audience: null,
  lecture_audience: null,
  media_files: null,
  video_work: null,
  upload_locks: null,
  plans: null,
  plan_versions: null,
  plan_version_courses: null,
  provider_plans: null,
  coupons: null,
  gift_links: null,
  refunds: null,
  disputes: null,
  daily_sales: null,
  daily_plan_sales: null,
  receipt_series: null,
  backup_runs: null,
  school_exports: null,
  sandbox_records: null,
  school_keys: null,
  certificate_rules: null,
  certificate_designs: null,
  quizzes: null,
  quiz_questions: null,
  quiz_question_versions: null,
  quiz_regrades: null,
  course_ratings: null,
};
