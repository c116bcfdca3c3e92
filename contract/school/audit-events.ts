import { say, type Sentence } from '../languages/say.ts';

/** Every kind of event by its group: what it says on the page of the audit. */
const auditEvents = {
  logins: {
    login_done: say('Logged in'),
    login_failed: say('Login failed'),
    sessions_ended: say('Logged out other devices'),
    logged_out_everywhere: say('Logged out a person everywhere'),
  },
  accounts: {
    account_registered: say('Signed up'),
    password_changed: say('Changed the password'),
    password_removed: say('Removed the password'),
    password_reset: say('Reset the password by email'),
    invitation_accepted: say('Accepted an invitation'),
    login_disowned: say('Said that a login was not theirs'),
    email_change_requested: say('Began to change the email address'),
    email_change_cancelled: say('Cancelled the change of email address'),
    email_changed: say('Changed the email address'),
    reset_link_requested: say('Created a link to reset the password'),
    second_step_on: say('Turned the second step on'),
    second_step_off: say('Turned the second step off'),
    recovery_codes_renewed: say('Renewed the recovery codes'),
    passkey_added: say('Added a passkey'),
    passkey_changed: say('Renamed a passkey'),
    passkey_removed: say('Removed a passkey'),
    identity_added: say('Added a login of another service'),
    identity_removed: say('Removed a login of another service'),
  },
  people: {
    deletion_planned: say('Planned the deletion of an account'),
    deletion_taken_back: say('Cancelled an account deletion'),
    account_deleted: say('Deleted an account'),
    account_blocked: say('Blocked an account'),
    account_unblocked: say('Unblocked an account'),
    role_changed: say('Changed a role'),
    account_added: say('Added a person'),
    account_imported: say('Imported a person'),
    people_imported: say('Imported people'),
    people_changed: say('Changed several people'),
    people_emailed: say('Emailed people'),
    note_changed: say('Changed a note about a person'),
    private_link_shown: say('Looked at a private link'),
    access_granted: say('Granted access'),
    access_extended: say('Extended access'),
    access_revoked: say('Revoked access'),
    watermark_tampered: say('Removed or changed a watermark'),
    extension_made: say('Extended access'),
    extension_undone: say('Undid an extension of access'),
    announcement_changed: say('Changed an announcement'),
    announcement_sent: say('Sent an announcement'),
    inbox_changed: say('Answered a message'),
  },
  courses: {
    course_created: say('Created a course'),
    course_changed: say('Changed a course'),
    course_published: say('Published or unpublished parts of a course'),
    course_deleted: say('Deleted a course'),
    course_restored: say('Restored a course'),
    course_people_changed: say('Changed the people of a course'),
    batch_changed: say('Changed a batch'),
    batch_members_changed: say('Changed who is in a batch'),
    course_completed: say('Completed a course'),
    lecture_changed: say('Changed a lecture'),
    quiz_changed: say('Changed a quiz'),
    answer_graded: say('Graded an answer'),
    question_moderated: say('Moderated a question'),
    review_published: say('Reviewed a course'),
    review_moderated: say('Moderated or answered a review'),
    teacher_changed: say('Changed a teacher’s page'),
  },
  certificates: {
    certificate_rules_changed: say('Changed the rules of certificates'),
    certificate_issued: say('Issued a certificate'),
    certificate_decided: say('Approved or declined a certificate'),
    certificate_revoked: say('Revoked a certificate'),
    certificate_reissued: say('Reissued a certificate'),
  },
  money: {
    subscription_created: say('Started a checkout'),
    subscription_creation_failed: say('A checkout could not start'),
    subscription_found: say('Found a checkout at the provider'),
    subscription_status_changed: say('The status of a checkout changed'),
    proof_refused: say('Refused a proof of payment'),
    payment_status_changed: say('The status of a payment changed'),
    payment_matched: say('Matched a payment'),
    payment_flagged: say('A payment needs attention'),
    payment_handled: say('Marked a payment as resolved'),
    dispute_status_changed: say('The status of a dispute changed'),
    refund_requested: say('Requested a refund'),
    refund_requested_for_rest: say('Requested a refund of the rest'),
    refund_requested_again: say('Requested a refund again'),
    refund_refused: say('The provider refused a refund'),
    refund_owed: say('A refund is owed'),
    refund_status_changed: say('The status of a refund changed'),
    refund_paid_back: say('Recorded a manual refund or a reversal'),
    payment_stated: say('Said that they have paid the school'),
    payment_request_ended: say('A payment was not confirmed'),
    payment_received: say('Confirmed or recorded a payment to the school'),
    part_reminded: say('Reminded of a part'),
    part_postponed: say('Postponed a part'),
    part_written_off: say('Waived a part'),
    part_undone: say('Undid a change of a part'),
    renewal_turned_off: say('Turned a renewal off'),
    cancel_accepted: say('The provider accepted a cancellation'),
    reminder_sent: say('Reminded of the end of access'),
    recovery_sent: say('Emailed about an unfinished checkout'),
    plan_created: say('Created a plan'),
    plan_changed: say('Changed a plan'),
    plan_deleted: say('Stopped selling a plan'),
    coupon_created: say('Created a coupon'),
    coupon_changed: say('Changed a coupon'),
    coupon_exceeded: say('A coupon was used beyond its limit'),
    gift_sent: say('Sent a gift'),
    gift_redeemed: say('Redeemed a gift'),
  },
  school: {
    settings_changed: say('Changed settings'),
    page_changed: say('Changed a page'),
    texts_translated: say('Translated pages, plans or announcements'),
    email_text_changed: say('Changed the text of an email'),
    work_started: say('Started work in the background'),
    unknown: say('Unknown event'),
  },
  exports: {
    data_exported: say('Exported data'),
    data_imported: say('Brought data from another school'),
    school_exported: say('Exported the school'),
    school_export_downloaded: say('Downloaded an export of the school'),
    school_export_deleted: say('Deleted an export of the school'),
  },
  keys: {
    api_key_created: say('Created an API key'),
    api_key_ended: say('Ended an API key'),
    webhook_created: say('Created a webhook'),
    webhook_changed: say('Changed a webhook'),
    webhook_deleted: say('Deleted a webhook'),
    webhook_sent: say('Sent a webhook again'),
  },
};

export type AuditGroup = keyof typeof auditEvents;
const isGroup = (name: string): name is AuditGroup => Object.hasOwn(auditEvents, name);
export const AUDIT_GROUPS = Object.keys(auditEvents).filter(isGroup);

export type EventKind = { [G in AuditGroup]: keyof (typeof auditEvents)[G] }[AuditGroup];
const known = new Map(
  AUDIT_GROUPS.flatMap((group) =>
    Object.entries(auditEvents[group]).map(([kind, text]) => [kind, { group, text }] as const),
  ),
);
const isEventKind = (kind: string): kind is EventKind => known.has(kind);
export const eventKinds = [...known.keys()].filter(isEventKind);

/** The group and the sentence of an event; an event of a later version has those of an unknown one. */
export const describeEvent = (kind: string): { group: AuditGroup; text: Sentence } =>
  known.get(kind) ?? { group: 'school', text: auditEvents.school.unknown };

export const kindsInGroups = (groups: readonly AuditGroup[]): EventKind[] =>
  eventKinds.filter((kind) => groups.includes(describeEvent(kind).group));
