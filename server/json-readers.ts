import { z } from 'zod';
import { ReleaseRules } from '#contract/access/release.ts';
import { CertificateEvidence } from '#contract/certificates/certificate-fields.ts';
import { PaidParts, PlanParts } from '#contract/billing/part-fields.ts';
import { Timetable } from '#contract/batches/batch-fields.ts';
import { NoticeContent } from '#contract/notices/notice-content.ts';
import { Block } from '#contract/catalog/page-blocks.ts';
import { QuizAnswer, StoredQuestion } from '#contract/classroom/quiz-questions.ts';
import type { JsonReaders } from './archive/check-archive.ts';
import { Right } from './database/waiting-rights.ts';
import { Transports } from './features/accounts/factors/passkeys.ts';
import { Deductions } from './features/billing/deductions/deductions.ts';
import { AgreedParts } from './features/billing/parts/parts.ts';
import { ReceiptDocument } from './features/billing/receipts/receipts.ts';
import { Look, RuleIds } from './features/certificates/rules.ts';
import { PublicJwk } from './features/certificates/school-keys.ts';
import { Snapshot } from './features/certificates/snapshot.ts';
import { StoredContent } from './features/classroom/kinds/kinds.ts';
import { Watched } from './features/classroom/progress/watching.ts';
import { ItemChanges } from './features/classroom/quizzes/item-changes.ts';
import { OptionOrder } from './features/classroom/quizzes/present.ts';
import { StoredSettings } from './features/classroom/quizzes/versions.ts';
import { Removed } from './features/personal-data/deletion.ts';
import { VariantFacts } from './video/playlist.ts';

const Facts = z.record(z.string(), z.json());

/** The schemas that the features read their columns of JSON with, so that an import stores nothing that they cannot read. */
export const jsonReaders: JsonReaders = {
  courses: { release_rules: ReleaseRules },
  lecture_contents: { content: StoredContent },
  quizzes: { settings: StoredSettings },
  quiz_question_versions: { content: StoredQuestion },
  media_files: { facts: VariantFacts },
  page_blocks: { blocks: z.array(Block) },
  certificate_rules: { lecture_ids: RuleIds, quiz_ids: RuleIds },
  certificate_designs: { look: Look },
  lecture_progress: { watched: Watched },
  certificate_requests: { evidence: CertificateEvidence },
  certificates: { snapshot: Snapshot },
  passkeys: { transports: Transports },
  waiting_rights: { detail: Right },
  account_deletions: { removed: Removed },
  notices: { content: NoticeContent },
  batches: { timetable: Timetable },
  plan_versions: { parts: PlanParts },
  payment_attempts: { deducts: Deductions, in_parts: AgreedParts },
  payments: { paid_parts: PaidParts },
  receipts: { document: ReceiptDocument },
  quiz_attempts: { settings: StoredSettings },
  quiz_attempt_items: { option_order: OptionOrder, answer: QuizAnswer, late_answer: QuizAnswer },
  quiz_regrades: { changes: ItemChanges },
  school_keys: { public_jwk: PublicJwk },
  audit_entries: { source: Facts, detail: Facts, before_values: Facts, after_values: Facts },
  jobs: { payload: z.json() },
};
