CREATE TABLE public.access_changes (
    id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    at bigint NOT NULL,
    until bigint,
    payment_id text,
    days bigint NOT NULL,
    changed_by text NOT NULL,
    reason text NOT NULL
);
CREATE TABLE public.access_ends (
    mode text NOT NULL,
    day bigint NOT NULL,
    people bigint NOT NULL
);
CREATE TABLE public.captions (
    lecture_id text NOT NULL,
    language text NOT NULL,
    label text NOT NULL,
    file_key text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.contact_messages (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    message text NOT NULL,
    user_id text,
    created_at bigint NOT NULL
);
CREATE TABLE public.courses (
    id text NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    category text NOT NULL,
    created_by text NOT NULL,
    thumbnail_key text,
    "position" bigint NOT NULL,
    search_text text NOT NULL,
    author_id text,
    published_at bigint,
    deleted_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    purged_at bigint
);
CREATE TABLE public.daily_totals (
    mode text NOT NULL,
    day text NOT NULL,
    sold bigint NOT NULL,
    gross_in_paise bigint NOT NULL,
    refunded_in_paise bigint NOT NULL,
    lost_in_paise bigint NOT NULL
);
CREATE TABLE public.disputes (
    id text NOT NULL,
    provider text NOT NULL,
    provider_dispute_id text NOT NULL,
    provider_payment_id text NOT NULL,
    amount_in_paise bigint NOT NULL,
    currency text NOT NULL,
    phase text NOT NULL,
    status text NOT NULL,
    respond_by bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.jobs (
    id text NOT NULL,
    name text NOT NULL,
    payload text NOT NULL,
    state text NOT NULL,
    run_at bigint NOT NULL,
    attempts bigint NOT NULL,
    leased_by text,
    leased_until bigint,
    last_error text,
    created_at bigint NOT NULL,
    finished_at bigint
);
CREATE TABLE public.lecture_progress (
    user_id text NOT NULL,
    lecture_id text NOT NULL,
    course_id text NOT NULL,
    position_ms bigint NOT NULL,
    watched text NOT NULL,
    watched_ms bigint NOT NULL,
    allowance_from bigint NOT NULL,
    session_id text NOT NULL,
    seq bigint NOT NULL,
    done_at bigint,
    watched_at bigint NOT NULL
);
CREATE TABLE public.lectures (
    id text NOT NULL,
    course_id text NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    "position" bigint NOT NULL,
    video_key text NOT NULL,
    video_version bigint NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    duration_ms bigint,
    published_at bigint,
    deleted_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    chapters text DEFAULT ''::text NOT NULL,
    is_free_preview bigint DEFAULT 0 NOT NULL,
    purged_at bigint
);
CREATE TABLE public.media_files (
    lecture_id text NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    key text NOT NULL,
    content_type text NOT NULL,
    facts text,
    served_until bigint
);
CREATE TABLE public.password_resets (
    token_hash text NOT NULL,
    user_id text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE TABLE public.payment_attempts (
    id text NOT NULL,
    user_id text NOT NULL,
    provider text NOT NULL,
    mode text NOT NULL,
    key_id text NOT NULL,
    plan_ref text NOT NULL,
    amount_in_paise bigint NOT NULL,
    currency text NOT NULL,
    cycles bigint NOT NULL,
    subscription_ref text,
    state text NOT NULL,
    creating_until bigint NOT NULL,
    provider_status text,
    provider_status_at bigint NOT NULL,
    is_over bigint NOT NULL,
    auto_renew bigint NOT NULL,
    current_end bigint,
    expires_at bigint NOT NULL,
    checked_at bigint NOT NULL,
    cancel_when text,
    cancel_requested_at bigint,
    cancel_accepted_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    buyer_state text,
    checkout_url text
);
CREATE TABLE public.payment_audit (
    id text NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    user_id text,
    attempt_id text,
    payment_id text,
    detail text NOT NULL
);
CREATE TABLE public.payments (
    id text NOT NULL,
    provider text NOT NULL,
    provider_payment_id text NOT NULL,
    attempt_id text,
    user_id text,
    mode text NOT NULL,
    status text NOT NULL,
    confirmed bigint NOT NULL,
    amount_in_paise bigint NOT NULL,
    currency text NOT NULL,
    method text,
    masked text,
    invoice_ref text,
    failure text,
    initiated_at bigint NOT NULL,
    captured_at bigint,
    period_end bigint,
    access_until bigint,
    refundable_until bigint,
    receipt_no text,
    problem text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    standing text,
    counted_day text,
    counted_sold bigint,
    counted_gross_in_paise bigint,
    counted_refunded_in_paise bigint,
    counted_lost_in_paise bigint,
    handled_at bigint
);
CREATE TABLE public.playback_sessions (
    user_id text NOT NULL,
    id text NOT NULL,
    started_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    displaced_at bigint
);
CREATE TABLE public.rate_counters (
    name text NOT NULL,
    window_started_at bigint NOT NULL,
    count bigint NOT NULL
);
CREATE TABLE public.receipt_series (
    series text NOT NULL,
    last bigint NOT NULL
);
CREATE TABLE public.receipts (
    number text NOT NULL,
    kind text NOT NULL,
    mode text NOT NULL,
    user_id text NOT NULL,
    payment_id text NOT NULL,
    refund_id text,
    amount_in_paise bigint NOT NULL,
    issued_at bigint NOT NULL,
    document text NOT NULL
);
CREATE TABLE public.refunds (
    id text NOT NULL,
    provider text NOT NULL,
    provider_refund_id text,
    provider_payment_id text NOT NULL,
    amount_in_paise bigint NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    idempotency_key text,
    ends_access bigint NOT NULL,
    accepted_at bigint,
    bank_reference text,
    requested_by text,
    reason text,
    checked_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.schema_migrations (
    number bigint NOT NULL,
    name text NOT NULL,
    applied_at bigint NOT NULL
);
CREATE TABLE public.sessions (
    token_hash text NOT NULL,
    user_id text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.settings (
    name text NOT NULL,
    value text NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.setup_links (
    token_hash text NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint
);
CREATE TABLE public.signing_keys (
    id text NOT NULL,
    purpose text NOT NULL,
    secret text NOT NULL,
    created_at bigint NOT NULL,
    retired_at bigint
);
CREATE TABLE public.topic_versions (
    topic text NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.upload_locks (
    upload_id text NOT NULL,
    holder text NOT NULL,
    wanted_by text,
    held_until bigint NOT NULL
);
CREATE TABLE public.uploads (
    id text NOT NULL,
    user_id text NOT NULL,
    course_id text NOT NULL,
    file_name text NOT NULL,
    metadata text NOT NULL,
    size_bytes bigint NOT NULL,
    title text,
    description text,
    lecture_id text,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL,
    is_draft bigint DEFAULT 0 NOT NULL,
    replaces_lecture_id text
);
CREATE TABLE public.user_access (
    user_id text NOT NULL,
    mode text NOT NULL,
    ends_at bigint NOT NULL,
    remind_days bigint,
    remind_at bigint
);
CREATE TABLE public.users (
    id text NOT NULL,
    email text NOT NULL,
    full_name text NOT NULL,
    role text NOT NULL,
    password_hash text NOT NULL,
    avatar_key text,
    media_epoch bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    deleted_at bigint
);
CREATE TABLE public.video_work (
    lecture_id text NOT NULL,
    state text NOT NULL,
    is_playable bigint NOT NULL,
    progress_percent bigint,
    failure text,
    is_complete bigint NOT NULL,
    job_id text,
    updated_at bigint NOT NULL,
    plays_earlier bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.webhook_events (
    event_id text NOT NULL,
    provider text NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    outcome text NOT NULL,
    received_at bigint NOT NULL
);
INSERT INTO public.access_changes VALUES ('189262b382955476399aebd6', '4d80dbd778a048c0fee36043', 'grant', 1781244728000, 1798741799999, NULL, 0, '9baa81d63f800dee4326404a', 'Scholarship');
INSERT INTO public.access_changes VALUES ('b8583dcc0a0ab0f7eb82f3c1', '5f4d89e30d27127465e17602', 'extend', 1781244789000, 1815372728000, 'pay_g2aH9TeCxyrBk1', 30, '9baa81d63f800dee4326404a', 'Was ill');
INSERT INTO public.access_changes VALUES ('1259fa92ae4ab50bc87d74b9', '2e0a29ef663a83c0a1dd2460', 'revoke', 1781244850000, NULL, NULL, 0, '9baa81d63f800dee4326404a', 'Shared the account');
INSERT INTO public.access_ends VALUES ('test', 20605, 1);
INSERT INTO public.access_ends VALUES ('test', 20907, 1);
INSERT INTO public.access_ends VALUES ('test', 20635, 0);
INSERT INTO public.access_ends VALUES ('test', 21000, 1);
INSERT INTO public.access_ends VALUES ('test', 20979, 2);
INSERT INTO public.access_ends VALUES ('test', 20980, 0);
INSERT INTO public.access_ends VALUES ('test', 20818, 1);
INSERT INTO public.access_ends VALUES ('live', 20818, 1);
INSERT INTO public.access_ends VALUES ('test', 21011, 1);
INSERT INTO public.access_ends VALUES ('test', 20981, 1);
INSERT INTO public.courses VALUES ('3c074eebb36b3a845ba93c43', 'Reading the monsoon', 'Clouds and wind.', 'Science', 'Ila Rao', NULL, 1, 'reading the monsoon
science
ila rao
clouds and wind.', NULL, 1781497800000, NULL, 1781497800000, 1781497800000, NULL);
INSERT INTO public.courses VALUES ('6ebb99e2b92a3f6b42551b58', 'The shopkeeper''s balance sheet', 'Books that balance.', 'Accounting', 'Joseph Pinto', NULL, 2, 'the shopkeeper''s balance sheet
accounting
joseph pinto
books that balance.', NULL, 1781497800000, NULL, 1781497800000, 1781497800000, NULL);
INSERT INTO public.daily_totals VALUES ('test', '2025-06-01', 1, 49900, 0, 0);
INSERT INTO public.daily_totals VALUES ('test', '2025-07-01', 1, 49900, 0, 0);
INSERT INTO public.daily_totals VALUES ('test', '2026-03-30', 1, 49900, 0, 0);
INSERT INTO public.daily_totals VALUES ('test', '2026-06-10', 3, 199600, 59900, 0);
INSERT INTO public.daily_totals VALUES ('test', '2026-06-11', 2, 199600, 99800, 49900);
INSERT INTO public.daily_totals VALUES ('test', '2026-06-12', 4, 199600, 0, 0);
INSERT INTO public.disputes VALUES ('e5f63d7601df415c32e486d7', 'razorpay', 'disp_Mk8bvko3xL6vym', 'pay_CVhH8JMO01vra2', 49900, 'INR', 'chargeback', 'open', 1781763248000, 1781158448000, 1781158448000);
INSERT INTO public.disputes VALUES ('32457e160dabe688e4433d65', 'razorpay', 'disp_Uf0JzmElt9W5HV', 'pay_94qwAgqsOwhEUe', 49900, 'INR', 'chargeback', 'lost', 1781763248000, 1781158448000, 1781158448000);
INSERT INTO public.jobs VALUES ('payments.remind:494860', 'payments.remind', '{}', 'done', 1781497800000, 1, NULL, NULL, NULL, 1781497800000, 1781497800000);
INSERT INTO public.jobs VALUES ('payments.reconcile:5938326', 'payments.reconcile', '{}', 'done', 1781497800000, 1, NULL, NULL, NULL, 1781497800000, 1781497800000);
INSERT INTO public.jobs VALUES ('lectures.retire-media:494860', 'lectures.retire-media', '{}', 'done', 1781497800000, 1, NULL, NULL, NULL, 1781497800000, 1781497800000);
INSERT INTO public.jobs VALUES ('lectures.rotate-media-key:20619', 'lectures.rotate-media-key', '{}', 'done', 1781497800000, 1, NULL, NULL, NULL, 1781497800000, 1781497800000);
INSERT INTO public.jobs VALUES ('accounts.sweep:494860', 'accounts.sweep', '{}', 'done', 1781497800000, 1, NULL, NULL, NULL, 1781497800000, 1781497800000);
INSERT INTO public.jobs VALUES ('uploads.sweep:494860', 'uploads.sweep', '{}', 'done', 1781497800000, 1, NULL, NULL, NULL, 1781497800000, 1781497800000);
INSERT INTO public.jobs VALUES ('storage.sweep:20619', 'storage.sweep', '{}', 'done', 1781497800000, 1, NULL, NULL, NULL, 1781497800000, 1748757600000);
INSERT INTO public.jobs VALUES ('0379125cb060532dad5024bc', 'payments.rebuild-totals', '{}', 'done', 1781497800000, 1, NULL, NULL, NULL, 1781497800000, 1748757600000);
INSERT INTO public.jobs VALUES ('583cbba8d275ed7bc8ea7c3d', 'mail.send', '{"to":["expired@school.example"],"subject":"Your payment: TI2526-000001","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2526-000001"],["Item","Subscription Bundle – 1 year"],["Period","1 June 2025 to 1 June 2026"],["Total paid","₹499.00"],["Payment","pay_kwKJWRRpDMmiwi"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1748757600000, 1, NULL, NULL, NULL, 1748757600000, 1751349600000);
INSERT INTO public.jobs VALUES ('6fafb49dce8c0645ab0c15dd', 'mail.send', '{"to":["renewed@school.example"],"subject":"Your payment: TI2526-000002","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2526-000002"],["Item","Subscription Bundle – 1 year"],["Period","1 July 2025 to 1 July 2026"],["Total paid","₹499.00"],["Payment","pay_ED0JlVHubMMdgR"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1751349600000, 1, NULL, NULL, NULL, 1751349600000, 1774850400000);
INSERT INTO public.jobs VALUES ('067f4dc2311cb31d131e90cc', 'mail.send', '{"to":["lastyear@school.example"],"subject":"Your payment: TI2526-000003","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2526-000003"],["Item","Subscription Bundle – 1 year"],["Period","30 March 2026 to 30 March 2027"],["Total paid","₹499.00"],["Payment","pay_1gbkUwHgYSfJKx"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1774850400000, 1, NULL, NULL, NULL, 1774850400000, 1781071200000);
INSERT INTO public.jobs VALUES ('6565aa5902ccf32112e0ae74', 'mail.send', '{"to":["renewed@school.example"],"subject":"Your payment: TI2627-000001","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000001"],["Item","Subscription Bundle – 1 year"],["Period","1 July 2026 to 1 July 2027"],["Total paid","₹499.00"],["Payment","pay_ZV1R05h5Sxw6RY"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781071200000, 1, NULL, NULL, NULL, 1781071200000, 1781071261000);
INSERT INTO public.jobs VALUES ('d8c66adb39d9c9a7b609a91f', 'mail.send', '{"to":["active@school.example"],"subject":"Your payment: TI2627-000002","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000002"],["Item","Subscription Bundle – 1 year"],["Period","10 June 2026 to 10 June 2027"],["Total paid","₹499.00"],["Payment","pay_QGm2NQgoEfpitM"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781071261000, 1, NULL, NULL, NULL, 1781071261000, 1781071322000);
INSERT INTO public.jobs VALUES ('5c59a60d62ce7e37ba994186', 'mail.send', '{"to":["partly@school.example"],"subject":"Your payment: TI2627-000003","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000003"],["Item","Subscription Bundle – 1 year"],["Period","10 June 2026 to 10 June 2027"],["Total paid","₹499.00"],["Payment","pay_Dd8lcTiIus2Dif"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781071322000, 1, NULL, NULL, NULL, 1781071322000, 1781071383000);
INSERT INTO public.jobs VALUES ('cc938190588508048f947785', 'payments.settle-refund', '{"refundId":"621c10824184be71bd4aee0b"}', 'done', 1781071383000, 1, NULL, NULL, NULL, 1781071383000, 1781071383000);
INSERT INTO public.jobs VALUES ('af3f6f355ff1e0b8ea4f610f', 'mail.send', '{"to":["partly@school.example"],"subject":"Your refund: TC2627-000001","heading":"Your refund is processed","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"The payment provider has sent the money back. Banks usually show it within 5 to 7 working days."},{"kind":"facts","rows":[["Number","TC2627-000001"],["Item","Subscription Bundle – 1 year"],["Total given back","₹100.00"],["Payment","pay_Dd8lcTiIus2Dif"]]},{"kind":"button","label":"Download the note","path":"/user/profile"}]}', 'done', 1781071383000, 1, NULL, NULL, NULL, 1781071383000, 1781071383000);
INSERT INTO public.jobs VALUES ('cf6abde4eb35f7b2cffbe709', 'payments.settle-refund', '{"refundId":"3f480f43c9492248c551c78c"}', 'done', 1781157844000, 1, NULL, NULL, NULL, 1781157844000, 1781157844000);
INSERT INTO public.jobs VALUES ('a5ec5970a4e838528d895e75', 'mail.send', '{"to":["refunded@school.example"],"subject":"Your refund: TC2627-000002","heading":"Your refund is processed","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"The payment provider has sent the money back. Banks usually show it within 5 to 7 working days."},{"kind":"facts","rows":[["Number","TC2627-000002"],["Item","Subscription Bundle – 1 year"],["Total given back","₹499.00"],["Payment","pay_iBMii1h0nI6oXG"]]},{"kind":"button","label":"Download the note","path":"/user/profile"}]}', 'done', 1781157844000, 1, NULL, NULL, NULL, 1781157844000, 1781157844000);
INSERT INTO public.jobs VALUES ('af49fa1232681c0500df92c6', 'payments.settle-refund', '{"refundId":"5b064464bd243b12dd728329"}', 'done', 1781157966000, 1, NULL, NULL, NULL, 1781157966000, 1781157966000);
INSERT INTO public.jobs VALUES ('5216d613e4f3637b516a66ce', 'mail.send', '{"to":["refunded@school.example"],"subject":"Your payment: TI2627-000004","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000004"],["Item","Subscription Bundle – 1 year"],["Period","10 June 2026 to 10 June 2027"],["Total paid","₹499.00"],["Payment","pay_iBMii1h0nI6oXG"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781071383000, 1, NULL, NULL, NULL, 1781071383000, 1781157844000);
INSERT INTO public.jobs VALUES ('aa1b776b9fc13814fa7619cb', 'mail.send', '{"to":["failedrefund@school.example"],"subject":"Your payment: TI2627-000005","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000005"],["Item","Subscription Bundle – 1 year"],["Period","11 June 2026 to 11 June 2027"],["Total paid","₹499.00"],["Payment","pay_tA7RXSYsTXwm4Z"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781157844000, 1, NULL, NULL, NULL, 1781157844000, 1781157905000);
INSERT INTO public.jobs VALUES ('12a5fd35ee560457f287e4de', 'payments.settle-refund', '{"refundId":"a30f0b50bd343c5c250ee0ec"}', 'done', 1781157905000, 1, NULL, NULL, NULL, 1781157905000, 1781157905000);
INSERT INTO public.jobs VALUES ('b25ad2ac5dc90bfa7aa4f099', 'mail.send', '{"to":["pendingrefund@school.example"],"subject":"Your payment: TI2627-000006","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000006"],["Item","Subscription Bundle – 1 year"],["Period","11 June 2026 to 11 June 2027"],["Total paid","₹499.00"],["Payment","pay_NkBJHMUV48mlbs"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781157905000, 1, NULL, NULL, NULL, 1781157905000, 1781157966000);
INSERT INTO public.jobs VALUES ('0821ab57acd9af04cd1c223f', 'mail.send', '{"to":["disputed@school.example"],"subject":"Your payment: TI2627-000007","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000007"],["Item","Subscription Bundle – 1 year"],["Period","11 June 2026 to 11 June 2027"],["Total paid","₹499.00"],["Payment","pay_CVhH8JMO01vra2"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781158326000, 1, NULL, NULL, NULL, 1781158326000, 1781158387000);
INSERT INTO public.jobs VALUES ('5b72374bac05e2da9d722f02', 'mail.send', '{"to":["lost@school.example"],"subject":"Your payment: TI2627-000008","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000008"],["Item","Subscription Bundle – 1 year"],["Period","11 June 2026 to 11 June 2027"],["Total paid","₹499.00"],["Payment","pay_94qwAgqsOwhEUe"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781158387000, 1, NULL, NULL, NULL, 1781158387000, 1781158448000);
INSERT INTO public.jobs VALUES ('3bee37699d53a82c762878bb', 'mail.send', '{"to":["extended@school.example"],"subject":"Your payment: TI2627-000009","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000009"],["Item","Subscription Bundle – 1 year"],["Period","12 June 2026 to 12 June 2027"],["Total paid","₹499.00"],["Payment","pay_g2aH9TeCxyrBk1"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781244728000, 1, NULL, NULL, NULL, 1781244728000, 1781244789000);
INSERT INTO public.jobs VALUES ('3bd8276b245f9ce166ca6fdc', 'mail.send', '{"to":["twice@school.example"],"subject":"Your payment: TI2627-000012","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000012"],["Item","Subscription Bundle – 1 year"],["Period","12 June 2026 to 12 June 2027"],["Total paid","₹499.00"],["Payment","pay_saNIhTCUvWs81W"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781247610000, 1, NULL, NULL, NULL, 1781247610000, 1781247610000);
INSERT INTO public.jobs VALUES ('91ed7a19074c0a5556b3692c', 'mail.send', '{"to":["revoked@school.example"],"subject":"Your payment: TI2627-000010","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000010"],["Item","Subscription Bundle – 1 year"],["Period","12 June 2026 to 12 June 2027"],["Total paid","₹499.00"],["Payment","pay_7Th3tpM9Ptz7jO"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781244789000, 1, NULL, NULL, NULL, 1781244789000, 1781244850000);
INSERT INTO public.jobs VALUES ('69a5971f9b5f2fe9fe77e472', 'mail.send', '{"to":["twice@school.example"],"subject":"Your payment: TI2627-000011","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000011"],["Item","Subscription Bundle – 1 year"],["Period","12 June 2026 to 12 June 2027"],["Total paid","₹499.00"],["Payment","pay_qHeg6tuMvkI5I7"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}', 'done', 1781247610000, 1, NULL, NULL, NULL, 1781247610000, 1781247610000);
INSERT INTO public.lecture_progress VALUES ('54c81c166ecfb5562545a003', 'ec4ae247d86b1a2710a8a835', '3c074eebb36b3a845ba93c43', 300000, '[[0,50000]]', 50000, 1781246051667, 'session-1', 1, NULL, 1781246050000);
INSERT INTO public.lecture_progress VALUES ('54c81c166ecfb5562545a003', '907cc472c9fd3d893020beb0', '3c074eebb36b3a845ba93c43', 300000, '[[0,50000]]', 50000, 1781247251667, 'session-1', 2, NULL, 1781247250000);
INSERT INTO public.lectures VALUES ('ec4ae247d86b1a2710a8a835', '3c074eebb36b3a845ba93c43', 'Warm land, cool sea', 'Where the wind begins.', 1, 'videos/ec4ae247d86b1a2710a8a835-1.mp4', 1, 'video/mp4', 1000, 600000, 1781497800000, NULL, 1781497800000, 1781497800000, '', 0, NULL);
INSERT INTO public.lectures VALUES ('907cc472c9fd3d893020beb0', '3c074eebb36b3a845ba93c43', 'The first cloud', 'Where the wind begins.', 2, 'videos/907cc472c9fd3d893020beb0-1.mp4', 1, 'video/mp4', 1000, 600000, 1781497800000, NULL, 1781497800000, 1781497800000, '', 0, NULL);
INSERT INTO public.lectures VALUES ('3ee39f6a8e67f0d5e423e6a7', '3c074eebb36b3a845ba93c43', 'Rain shadow', 'Where the wind begins.', 3, 'videos/3ee39f6a8e67f0d5e423e6a7-1.mp4', 1, 'video/mp4', 1000, 600000, 1781497800000, NULL, 1781497800000, 1781497800000, '', 0, NULL);
INSERT INTO public.lectures VALUES ('69543fb91a8c29b5201b4911', '6ebb99e2b92a3f6b42551b58', 'Debit and credit', 'Where the wind begins.', 4, 'videos/69543fb91a8c29b5201b4911-1.mp4', 1, 'video/mp4', 1000, 600000, 1781497800000, NULL, 1781497800000, 1781497800000, '', 0, NULL);
INSERT INTO public.lectures VALUES ('fd706f132cdcdc80358acdff', '6ebb99e2b92a3f6b42551b58', 'The trial balance', 'Where the wind begins.', 5, 'videos/fd706f132cdcdc80358acdff-1.mp4', 1, 'video/mp4', 1000, 600000, 1781497800000, NULL, 1781497800000, 1781497800000, '', 0, NULL);
INSERT INTO public.media_files VALUES ('ec4ae247d86b1a2710a8a835', 1, 'video.mp4', 'videos/ec4ae247d86b1a2710a8a835-1.mp4', 'video/mp4', NULL, NULL);
INSERT INTO public.media_files VALUES ('907cc472c9fd3d893020beb0', 1, 'video.mp4', 'videos/907cc472c9fd3d893020beb0-1.mp4', 'video/mp4', NULL, NULL);
INSERT INTO public.media_files VALUES ('3ee39f6a8e67f0d5e423e6a7', 1, 'video.mp4', 'videos/3ee39f6a8e67f0d5e423e6a7-1.mp4', 'video/mp4', NULL, NULL);
INSERT INTO public.media_files VALUES ('69543fb91a8c29b5201b4911', 1, 'video.mp4', 'videos/69543fb91a8c29b5201b4911-1.mp4', 'video/mp4', NULL, NULL);
INSERT INTO public.media_files VALUES ('fd706f132cdcdc80358acdff', 1, 'video.mp4', 'videos/fd706f132cdcdc80358acdff-1.mp4', 'video/mp4', NULL, NULL);
INSERT INTO public.payment_attempts VALUES ('90a8b169a64ca5dd6da5f8df', '58cf5a386a59e68047cba4ac', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_gcyxrGp89BVThV', 'settled', 1748757660000, 'created', 0, 0, 0, NULL, 1748844000000, 1748757600000, NULL, NULL, NULL, 1748757600000, 1748757600000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('eb595b6c0fcb1b5fc30a3771', '9f8f8da57c0d4fcb740427bb', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_uvtfRmLT2uIZwo', 'settled', 1781071382000, 'created', 0, 0, 0, NULL, 1781157722000, 1781071322000, NULL, NULL, NULL, 1781071322000, 1781071383000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('16282d5f9d62be689ba2066f', '64cb9c9d6507862276342fe4', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_xNh1AWQUkMm7yL', 'settled', 1774850460000, 'created', 0, 0, 0, NULL, 1774936800000, 1774850400000, NULL, NULL, NULL, 1774850400000, 1774850400000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('a8c4e45bd99ac91cfb6b1dae', '876bc7d36bcbc3fc4f471a34', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_epH996aMhRikmH', 'settled', 1751349660000, 'created', 0, 0, 0, NULL, 1751436000000, 1751349600000, NULL, NULL, NULL, 1751349600000, 1781071200000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('a98de12a1272bfabbcbda3ff', '876bc7d36bcbc3fc4f471a34', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_N71dOQmhRQTy3r', 'settled', 1781071260000, 'created', 0, 0, 0, NULL, 1781157600000, 1781071200000, NULL, NULL, NULL, 1781071200000, 1781071200000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('6457b0f4483d5196bec9d4f3', '54c81c166ecfb5562545a003', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_THXwaLKLp7PZls', 'settled', 1781071321000, 'created', 0, 0, 0, NULL, 1781157661000, 1781071261000, NULL, NULL, NULL, 1781071261000, 1781071261000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('b11a0572ef1256126665d2fd', '24617d4f2015313419abd80a', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_YCkdxkJtllni4P', 'settled', 1781071443000, 'created', 0, 0, 0, NULL, 1781157783000, 1781071383000, 'now', 1781157844000, 1781157844000, 1781071383000, 1781157844000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('d15eaf3696cfb4dd613bf9c6', 'a0daccb963b0776da4176431', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_cdWBSjc9tpVnD5', 'settled', 1781157904000, 'created', 0, 0, 0, NULL, 1781244244000, 1781157844000, 'now', 1781157905000, 1781157905000, 1781157844000, 1781157905000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('8e8fccc809136f2780030cb2', '872fb4c0ef8630ece4809c04', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_tXVlaPUz5pxBAW', 'settled', 1781157965000, 'created', 0, 0, 0, NULL, 1781244305000, 1781157905000, 'now', 1781157966000, 1781157966000, 1781157905000, 1781157966000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('402657e8cac060dac844fcdd', 'cf9a54a1844e9a310e484e1f', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_xUTcvYrmcBr9BC', 'open', 1781158026000, 'expired', 1781247610000, 1, 0, NULL, 1781244366000, 1781247610000, NULL, NULL, NULL, 1781157966000, 1781247610000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('747288d7afbbf11fcab7101a', '539a4582d94865c436e1e730', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_dSoGOt2VKKgUbh', 'settled', 1781158386000, 'created', 0, 0, 0, NULL, 1781244726000, 1781158326000, NULL, NULL, NULL, 1781158326000, 1781158448000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('9de2df6b709ca818b6e53362', 'bc95d7b9552a5692cf3069ed', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_I542xIW7m9agUZ', 'settled', 1781158447000, 'created', 0, 0, 0, NULL, 1781244787000, 1781158387000, NULL, NULL, NULL, 1781158387000, 1781158448000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('7a9d96bf2a191942ff34e14e', '132aaa4e75951097e32444b2', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_7fwMfvLg1hHFJJ', 'settled', 1781243708000, 'completed', 1781247610000, 1, 0, 1812738600000, 1781330048000, 1781247610000, NULL, NULL, NULL, 1781243648000, 1781247610000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('50ff80eed90187c5a0eb65d4', '5f4d89e30d27127465e17602', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_fmJzNre2omwvJZ', 'settled', 1781244788000, 'created', 0, 0, 0, NULL, 1781331128000, 1781244728000, NULL, NULL, NULL, 1781244728000, 1781244789000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('3fe42385891437bb070407e3', '2e0a29ef663a83c0a1dd2460', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_m7liJ63LcpB35V', 'settled', 1781244849000, 'created', 0, 0, 0, NULL, 1781331189000, 1781244789000, NULL, NULL, NULL, 1781244789000, 1781244850000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('32450fa2e117b134f1fefb3a', '872870f8b3c594eff42e5be7', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_6on63ypscFRO6v', 'open', 1781158386000, 'expired', 1781247610000, 1, 0, NULL, 1781244726000, 1781247610000, NULL, NULL, NULL, 1781158326000, 1781247610000, 'Karnataka', NULL);
INSERT INTO public.payment_attempts VALUES ('6e9fd8b1e52df51d1463a2c3', '132aaa4e75951097e32444b2', 'razorpay', 'test', 'rzp_test_2H4yuTVrSEoDJ6', 'plan_fjyk3quUzFdlkp', 49900, 'INR', 1, 'sub_L5X9noAEiAJTfa', 'settled', 1781158508000, 'completed', 1781247610000, 1, 0, 1812738600000, 1781244848000, 1781247610000, NULL, NULL, NULL, 1781158448000, 1781247610000, 'Karnataka', NULL);
INSERT INTO public.payment_audit VALUES ('bc50758a4643d24f209b6e29', 1748757600000, 'user 58cf5a386a59e68047cba4ac', 'subscription created', '58cf5a386a59e68047cba4ac', '90a8b169a64ca5dd6da5f8df', NULL, '{"ref":"sub_gcyxrGp89BVThV"}');
INSERT INTO public.payment_audit VALUES ('aac102c56abaa091fa9ec394', 1748757600000, 'verify', 'payment captured', '58cf5a386a59e68047cba4ac', '90a8b169a64ca5dd6da5f8df', 'pay_kwKJWRRpDMmiwi', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('e13533f641fceda2ce16b3ee', 1751349600000, 'user 876bc7d36bcbc3fc4f471a34', 'subscription created', '876bc7d36bcbc3fc4f471a34', 'a8c4e45bd99ac91cfb6b1dae', NULL, '{"ref":"sub_epH996aMhRikmH"}');
INSERT INTO public.payment_audit VALUES ('3d2589c7aa8733ce842ed9d9', 1751349600000, 'verify', 'payment captured', '876bc7d36bcbc3fc4f471a34', 'a8c4e45bd99ac91cfb6b1dae', 'pay_ED0JlVHubMMdgR', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('0f6f8eb01b5496670b2a9adb', 1774850400000, 'user 64cb9c9d6507862276342fe4', 'subscription created', '64cb9c9d6507862276342fe4', '16282d5f9d62be689ba2066f', NULL, '{"ref":"sub_xNh1AWQUkMm7yL"}');
INSERT INTO public.payment_audit VALUES ('787ec16cc77bd42f8c632fef', 1774850400000, 'verify', 'payment captured', '64cb9c9d6507862276342fe4', '16282d5f9d62be689ba2066f', 'pay_1gbkUwHgYSfJKx', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('92ddfb7a940ea3e5fd518f3e', 1781071200000, 'user 876bc7d36bcbc3fc4f471a34', 'subscription created', '876bc7d36bcbc3fc4f471a34', 'a98de12a1272bfabbcbda3ff', NULL, '{"ref":"sub_N71dOQmhRQTy3r"}');
INSERT INTO public.payment_audit VALUES ('f9cae190bebebe663ded8c33', 1781071200000, 'verify', 'payment captured', '876bc7d36bcbc3fc4f471a34', 'a98de12a1272bfabbcbda3ff', 'pay_ZV1R05h5Sxw6RY', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('d9c80b4fa1ff9de939ac094e', 1781071261000, 'user 54c81c166ecfb5562545a003', 'subscription created', '54c81c166ecfb5562545a003', '6457b0f4483d5196bec9d4f3', NULL, '{"ref":"sub_THXwaLKLp7PZls"}');
INSERT INTO public.payment_audit VALUES ('c895190194ffba318f9c26fe', 1781071261000, 'verify', 'payment captured', '54c81c166ecfb5562545a003', '6457b0f4483d5196bec9d4f3', 'pay_QGm2NQgoEfpitM', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('2d819196acf20551c53dc671', 1781071322000, 'user 9f8f8da57c0d4fcb740427bb', 'subscription created', '9f8f8da57c0d4fcb740427bb', 'eb595b6c0fcb1b5fc30a3771', NULL, '{"ref":"sub_uvtfRmLT2uIZwo"}');
INSERT INTO public.payment_audit VALUES ('78bfef535103eece2a1a74dc', 1781071322000, 'verify', 'payment captured', '9f8f8da57c0d4fcb740427bb', 'eb595b6c0fcb1b5fc30a3771', 'pay_Dd8lcTiIus2Dif', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('89019d9f98927488859b8993', 1781071383000, 'admin 9baa81d63f800dee4326404a', 'refund requested', NULL, NULL, 'pay_Dd8lcTiIus2Dif', '{"amountInPaise":10000,"reason":"Late start"}');
INSERT INTO public.payment_audit VALUES ('f5dcbf625c4a38b5a0d7b649', 1781071383000, 'cancellation', 'refund processed', '9f8f8da57c0d4fcb740427bb', NULL, 'pay_Dd8lcTiIus2Dif', '{"refund":"rfnd_J92RiJBJYdyJoh","amountInPaise":10000}');
INSERT INTO public.payment_audit VALUES ('39a4f5ba74230b3eed3968ff', 1781071383000, 'user 24617d4f2015313419abd80a', 'subscription created', '24617d4f2015313419abd80a', 'b11a0572ef1256126665d2fd', NULL, '{"ref":"sub_YCkdxkJtllni4P"}');
INSERT INTO public.payment_audit VALUES ('d723facdc1527fb0423e351b', 1781071383000, 'verify', 'payment captured', '24617d4f2015313419abd80a', 'b11a0572ef1256126665d2fd', 'pay_iBMii1h0nI6oXG', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('5c48441db81e6e96278489de', 1781157844000, 'user 24617d4f2015313419abd80a', 'refund requested', NULL, NULL, 'pay_iBMii1h0nI6oXG', '{"amountInPaise":49900,"reason":"cancelled inside the refund window"}');
INSERT INTO public.payment_audit VALUES ('95b4c453ad168daae9c3b2ec', 1781157844000, 'cancellation', 'cancel taken: now', '24617d4f2015313419abd80a', 'b11a0572ef1256126665d2fd', NULL, '{}');
INSERT INTO public.payment_audit VALUES ('65a9a70b06d504941960eeff', 1781157844000, 'cancellation', 'refund processed', '24617d4f2015313419abd80a', NULL, 'pay_iBMii1h0nI6oXG', '{"refund":"rfnd_unYgqIbQAXYDQD","amountInPaise":49900}');
INSERT INTO public.payment_audit VALUES ('ce20ee1460c51ff509811219', 1781157844000, 'user a0daccb963b0776da4176431', 'subscription created', 'a0daccb963b0776da4176431', 'd15eaf3696cfb4dd613bf9c6', NULL, '{"ref":"sub_cdWBSjc9tpVnD5"}');
INSERT INTO public.payment_audit VALUES ('f0e4ddb83ab409477341ff63', 1781157844000, 'verify', 'payment captured', 'a0daccb963b0776da4176431', 'd15eaf3696cfb4dd613bf9c6', 'pay_tA7RXSYsTXwm4Z', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('f203c9dccaf085c398fd3188', 1781157905000, 'user a0daccb963b0776da4176431', 'refund requested', NULL, NULL, 'pay_tA7RXSYsTXwm4Z', '{"amountInPaise":49900,"reason":"cancelled inside the refund window"}');
INSERT INTO public.payment_audit VALUES ('5ab794694fa4416edd9dbb92', 1781157905000, 'cancellation', 'cancel taken: now', 'a0daccb963b0776da4176431', 'd15eaf3696cfb4dd613bf9c6', NULL, '{}');
INSERT INTO public.payment_audit VALUES ('7b9921239bff7f88a4b79803', 1781157905000, 'cancellation', 'refund pending', 'a0daccb963b0776da4176431', NULL, 'pay_tA7RXSYsTXwm4Z', '{"refund":"rfnd_fGKBupUuZoNd8a","amountInPaise":49900}');
INSERT INTO public.payment_audit VALUES ('24e62835fc55f0b50f07c130', 1781157905000, 'user 872fb4c0ef8630ece4809c04', 'subscription created', '872fb4c0ef8630ece4809c04', '8e8fccc809136f2780030cb2', NULL, '{"ref":"sub_tXVlaPUz5pxBAW"}');
INSERT INTO public.payment_audit VALUES ('5ba193a54196cdd87fe6af9a', 1781157905000, 'verify', 'payment captured', '872fb4c0ef8630ece4809c04', '8e8fccc809136f2780030cb2', 'pay_NkBJHMUV48mlbs', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('6475fca4bc329d9e9920d08a', 1781157966000, 'user 872fb4c0ef8630ece4809c04', 'refund requested', NULL, NULL, 'pay_NkBJHMUV48mlbs', '{"amountInPaise":49900,"reason":"cancelled inside the refund window"}');
INSERT INTO public.payment_audit VALUES ('18b1091dcff38ce47edbe067', 1781157966000, 'cancellation', 'cancel taken: now', '872fb4c0ef8630ece4809c04', '8e8fccc809136f2780030cb2', NULL, '{}');
INSERT INTO public.payment_audit VALUES ('29bb1b4157fb1a2364022f17', 1781157966000, 'cancellation', 'refund pending', '872fb4c0ef8630ece4809c04', NULL, 'pay_NkBJHMUV48mlbs', '{"refund":"rfnd_1LZLg6FHnPcvn4","amountInPaise":49900}');
INSERT INTO public.payment_audit VALUES ('4caf51731a0e7127694cb421', 1781157966000, 'user cf9a54a1844e9a310e484e1f', 'subscription created', 'cf9a54a1844e9a310e484e1f', '402657e8cac060dac844fcdd', NULL, '{"ref":"sub_xUTcvYrmcBr9BC"}');
INSERT INTO public.payment_audit VALUES ('beae923741834e81ed711c51', 1781158326000, 'user 872870f8b3c594eff42e5be7', 'subscription created', '872870f8b3c594eff42e5be7', '32450fa2e117b134f1fefb3a', NULL, '{"ref":"sub_6on63ypscFRO6v"}');
INSERT INTO public.payment_audit VALUES ('593a9fc4acf1ebe6e4758b93', 1781158326000, 'user 539a4582d94865c436e1e730', 'subscription created', '539a4582d94865c436e1e730', '747288d7afbbf11fcab7101a', NULL, '{"ref":"sub_dSoGOt2VKKgUbh"}');
INSERT INTO public.payment_audit VALUES ('cd6ca26a3e743b3909741dc2', 1781158326000, 'verify', 'payment captured', '539a4582d94865c436e1e730', '747288d7afbbf11fcab7101a', 'pay_CVhH8JMO01vra2', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('e677c10cb6799cf601e43c60', 1781158387000, 'user bc95d7b9552a5692cf3069ed', 'subscription created', 'bc95d7b9552a5692cf3069ed', '9de2df6b709ca818b6e53362', NULL, '{"ref":"sub_I542xIW7m9agUZ"}');
INSERT INTO public.payment_audit VALUES ('7644a6f671dfccdc79c9a217', 1781158387000, 'verify', 'payment captured', 'bc95d7b9552a5692cf3069ed', '9de2df6b709ca818b6e53362', 'pay_94qwAgqsOwhEUe', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('23489dcb2507ae8973559a29', 1781158448000, 'webhook payment.dispute.created', 'dispute open', '539a4582d94865c436e1e730', NULL, 'pay_CVhH8JMO01vra2', '{"dispute":"disp_Mk8bvko3xL6vym","phase":"chargeback","respondBy":1781763248000}');
INSERT INTO public.payment_audit VALUES ('8f2cc01c2e0c36a132ffcf06', 1781158448000, 'webhook payment.dispute.created', 'dispute open', 'bc95d7b9552a5692cf3069ed', NULL, 'pay_94qwAgqsOwhEUe', '{"dispute":"disp_Uf0JzmElt9W5HV","phase":"chargeback","respondBy":1781763248000}');
INSERT INTO public.payment_audit VALUES ('7dcc9a9012b7015eceef1371', 1781158448000, 'webhook payment.dispute.lost', 'dispute lost', 'bc95d7b9552a5692cf3069ed', NULL, 'pay_94qwAgqsOwhEUe', '{"dispute":"disp_Uf0JzmElt9W5HV","phase":"chargeback","respondBy":1781763248000}');
INSERT INTO public.payment_audit VALUES ('bb5fc4e42e21228c82636352', 1781158448000, 'user 132aaa4e75951097e32444b2', 'subscription created', '132aaa4e75951097e32444b2', '6e9fd8b1e52df51d1463a2c3', NULL, '{"ref":"sub_L5X9noAEiAJTfa"}');
INSERT INTO public.payment_audit VALUES ('7e73c3e07efc8a452000b30e', 1781244728000, 'user 5f4d89e30d27127465e17602', 'subscription created', '5f4d89e30d27127465e17602', '50ff80eed90187c5a0eb65d4', NULL, '{"ref":"sub_fmJzNre2omwvJZ"}');
INSERT INTO public.payment_audit VALUES ('2ec90e2cf22caee7377c7c30', 1781244728000, 'verify', 'payment captured', '5f4d89e30d27127465e17602', '50ff80eed90187c5a0eb65d4', 'pay_g2aH9TeCxyrBk1', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('5db79e291f3d37d8fd2bc3db', 1781244789000, 'user 2e0a29ef663a83c0a1dd2460', 'subscription created', '2e0a29ef663a83c0a1dd2460', '3fe42385891437bb070407e3', NULL, '{"ref":"sub_m7liJ63LcpB35V"}');
INSERT INTO public.payment_audit VALUES ('732e95246afd9eb41a74e5fd', 1781244789000, 'verify', 'payment captured', '2e0a29ef663a83c0a1dd2460', '3fe42385891437bb070407e3', 'pay_7Th3tpM9Ptz7jO', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('8f0543128210eb22d01ee3b2', 1781244850000, 'admin 9baa81d63f800dee4326404a', 'access revoked', '2e0a29ef663a83c0a1dd2460', NULL, NULL, '{"reason":"Shared the account","until":null,"days":0}');
INSERT INTO public.payment_audit VALUES ('6a78f9e4d3a6252b6ebd7446', 1781247610000, 'visit', 'subscription expired', '872870f8b3c594eff42e5be7', '32450fa2e117b134f1fefb3a', NULL, '{}');
INSERT INTO public.payment_audit VALUES ('701fa14d77aaeb4fa8a23692', 1781247610000, 'visit', 'subscription completed', '132aaa4e75951097e32444b2', '7a9d96bf2a191942ff34e14e', NULL, '{}');
INSERT INTO public.payment_audit VALUES ('241867206bc89ed2c54c3471', 1781247610000, 'visit', 'payment captured', '132aaa4e75951097e32444b2', '7a9d96bf2a191942ff34e14e', 'pay_qHeg6tuMvkI5I7', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('53ca6557338e3fb92fcd9f98', 1781243648000, 'user 132aaa4e75951097e32444b2', 'subscription created', '132aaa4e75951097e32444b2', '7a9d96bf2a191942ff34e14e', NULL, '{"ref":"sub_7fwMfvLg1hHFJJ"}');
INSERT INTO public.payment_audit VALUES ('47f2c464c51681a1a71d343c', 1781244728000, 'admin 9baa81d63f800dee4326404a', 'access granted', '4d80dbd778a048c0fee36043', NULL, NULL, '{"reason":"Scholarship","until":1798741799999,"days":0}');
INSERT INTO public.payment_audit VALUES ('c689dcac288a50349ff59510', 1781244789000, 'admin 9baa81d63f800dee4326404a', 'access extended', '5f4d89e30d27127465e17602', NULL, 'pay_g2aH9TeCxyrBk1', '{"reason":"Was ill","until":1815372728000,"days":30}');
INSERT INTO public.payment_audit VALUES ('076ac0f2e5a8827bcf13c615', 1781247610000, 'visit', 'subscription expired', 'cf9a54a1844e9a310e484e1f', '402657e8cac060dac844fcdd', NULL, '{}');
INSERT INTO public.payment_audit VALUES ('1e61998264c407d1f7684eda', 1781247610000, 'visit', 'subscription completed', '132aaa4e75951097e32444b2', '6e9fd8b1e52df51d1463a2c3', NULL, '{}');
INSERT INTO public.payment_audit VALUES ('8ad1b0d319c424f6017d5723', 1781247610000, 'visit', 'payment captured', '132aaa4e75951097e32444b2', '6e9fd8b1e52df51d1463a2c3', 'pay_saNIhTCUvWs81W', '{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO public.payment_audit VALUES ('34815b2df799eb74c282c127', 1781247610000, 'visit', 'payment flagged: duplicate', '132aaa4e75951097e32444b2', '7a9d96bf2a191942ff34e14e', 'pay_qHeg6tuMvkI5I7', '{}');
INSERT INTO public.payments VALUES ('a562da249f0d1f38a2d676f9', 'razorpay', 'pay_kwKJWRRpDMmiwi', '90a8b169a64ca5dd6da5f8df', '58cf5a386a59e68047cba4ac', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_CarPFrKkatLkBn', NULL, 1748757600000, 1748757600000, NULL, 1780293600000, 1749407399999, 'TI2526-000001', NULL, 1748757600000, 1748757600000, 'paid', '2025-06-01', 1, 49900, 0, 0, NULL);
INSERT INTO public.payments VALUES ('4d067075245bff9c71f72967', 'razorpay', 'pay_ED0JlVHubMMdgR', 'a8c4e45bd99ac91cfb6b1dae', '876bc7d36bcbc3fc4f471a34', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_UMiOyVOz1KjrYV', NULL, 1751349600000, 1751349600000, NULL, 1782885600000, 1751999399999, 'TI2526-000002', NULL, 1751349600000, 1751349600000, 'paid', '2025-07-01', 1, 49900, 0, 0, NULL);
INSERT INTO public.payments VALUES ('a06733be1dadd6102060fac5', 'razorpay', 'pay_tA7RXSYsTXwm4Z', 'd15eaf3696cfb4dd613bf9c6', 'a0daccb963b0776da4176431', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_x3apnHXoS7TVF9', NULL, 1781157844000, 1781157844000, NULL, 1812693844000, 1781807399999, 'TI2627-000005', NULL, 1781157844000, 1781157905000, 'refund_pending', '2026-06-11', 0, 49900, 49900, 0, NULL);
INSERT INTO public.payments VALUES ('ac12d4d9b8e4255ae121c40f', 'razorpay', 'pay_1gbkUwHgYSfJKx', '16282d5f9d62be689ba2066f', '64cb9c9d6507862276342fe4', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_Kthp9pBpL6g185', NULL, 1774850400000, 1774850400000, NULL, 1806386400000, 1775500199999, 'TI2526-000003', NULL, 1774850400000, 1774850400000, 'paid', '2026-03-30', 1, 49900, 0, 0, NULL);
INSERT INTO public.payments VALUES ('1a591b9a7311075b5cb7456f', 'razorpay', 'pay_ZV1R05h5Sxw6RY', 'a98de12a1272bfabbcbda3ff', '876bc7d36bcbc3fc4f471a34', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_zRZpT55uQX2wYn', NULL, 1781071200000, 1781071200000, NULL, 1814421600000, 1781720999999, 'TI2627-000001', NULL, 1781071200000, 1781071200000, 'paid', '2026-06-10', 1, 49900, 0, 0, NULL);
INSERT INTO public.payments VALUES ('aad385bb39d24ef44a716fe0', 'razorpay', 'pay_QGm2NQgoEfpitM', '6457b0f4483d5196bec9d4f3', '54c81c166ecfb5562545a003', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_VgPRtKVUYDuoPj', NULL, 1781071261000, 1781071261000, NULL, 1812607261000, 1781720999999, 'TI2627-000002', NULL, 1781071261000, 1781071261000, 'paid', '2026-06-10', 1, 49900, 0, 0, NULL);
INSERT INTO public.payments VALUES ('dca01091692d2a01ce25d7f8', 'razorpay', 'pay_iBMii1h0nI6oXG', 'b11a0572ef1256126665d2fd', '24617d4f2015313419abd80a', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_wZMWnKCBrSRhay', NULL, 1781071383000, 1781071383000, NULL, 1812607383000, 1781720999999, 'TI2627-000004', NULL, 1781071383000, 1781157844000, 'refunded', '2026-06-10', 0, 49900, 49900, 0, NULL);
INSERT INTO public.payments VALUES ('d037deb8d746ad5442d9cbfc', 'razorpay', 'pay_Dd8lcTiIus2Dif', 'eb595b6c0fcb1b5fc30a3771', '9f8f8da57c0d4fcb740427bb', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_876mhQpoikjwxo', NULL, 1781071322000, 1781071322000, NULL, 1812607322000, 1781720999999, 'TI2627-000003', NULL, 1781071322000, 1781071383000, 'partly_refunded', '2026-06-10', 1, 49900, 10000, 0, NULL);
INSERT INTO public.payments VALUES ('db0500df3c7b92548927cc43', 'razorpay', 'pay_CVhH8JMO01vra2', '747288d7afbbf11fcab7101a', '539a4582d94865c436e1e730', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_RaR8BtJi2d9hTb', NULL, 1781158326000, 1781158326000, NULL, 1812694326000, 1781807399999, 'TI2627-000007', NULL, 1781158326000, 1781158448000, 'disputed', '2026-06-11', 1, 49900, 0, 0, NULL);
INSERT INTO public.payments VALUES ('e37542ae19e6e88df4fb75ae', 'razorpay', 'pay_NkBJHMUV48mlbs', '8e8fccc809136f2780030cb2', '872fb4c0ef8630ece4809c04', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_OTrxWngR6lN5pX', NULL, 1781157905000, 1781157905000, NULL, 1812693905000, 1781807399999, 'TI2627-000006', NULL, 1781157905000, 1781157966000, 'refund_pending', '2026-06-11', 0, 49900, 49900, 0, NULL);
INSERT INTO public.payments VALUES ('44fc363a22cd4251faed93ba', 'razorpay', 'pay_7Th3tpM9Ptz7jO', '3fe42385891437bb070407e3', '2e0a29ef663a83c0a1dd2460', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_SxAliwDyMyyxct', NULL, 1781244789000, 1781244789000, NULL, 1812780789000, 1781893799999, 'TI2627-000010', NULL, 1781244789000, 1781244789000, 'paid', '2026-06-12', 1, 49900, 0, 0, NULL);
INSERT INTO public.payments VALUES ('c8b1b04cd926357000e6f59e', 'razorpay', 'pay_94qwAgqsOwhEUe', '9de2df6b709ca818b6e53362', 'bc95d7b9552a5692cf3069ed', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_GmkD42LbbSuOjR', NULL, 1781158387000, 1781158387000, NULL, 1812694387000, 1781807399999, 'TI2627-000008', NULL, 1781158387000, 1781158448000, 'disputed', '2026-06-11', 1, 49900, 0, 49900, NULL);
INSERT INTO public.payments VALUES ('668511be6bd868442a071c91', 'razorpay', 'pay_g2aH9TeCxyrBk1', '50ff80eed90187c5a0eb65d4', '5f4d89e30d27127465e17602', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_qbfeWYdxQnyVb1', NULL, 1781244728000, 1781244728000, NULL, 1812780728000, 1781893799999, 'TI2627-000009', NULL, 1781244728000, 1781244728000, 'paid', '2026-06-12', 1, 49900, 0, 0, NULL);
INSERT INTO public.payments VALUES ('26153ad0ba6dc3367c7b278d', 'razorpay', 'pay_qHeg6tuMvkI5I7', '7a9d96bf2a191942ff34e14e', '132aaa4e75951097e32444b2', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_iO827Kwd9alvlL', NULL, 1781244008000, 1781244008000, 1812738600000, 1812780008000, 1781893799999, 'TI2627-000011', 'duplicate', 1781247610000, 1781247610000, 'duplicate', '2026-06-12', 1, 49900, 0, 0, NULL);
INSERT INTO public.payments VALUES ('b39e974b345807f0debe82f6', 'razorpay', 'pay_saNIhTCUvWs81W', '6e9fd8b1e52df51d1463a2c3', '132aaa4e75951097e32444b2', 'test', 'captured', 1, 49900, 'INR', 'card', 'Visa ••••4366', 'inv_WIH0rylQbxSTrH', NULL, 1781243648000, 1781243648000, 1812738600000, 1812779648000, 1781893799999, 'TI2627-000012', NULL, 1781247610000, 1781247610000, 'paid', '2026-06-12', 1, 49900, 0, 0, NULL);
INSERT INTO public.playback_sessions VALUES ('54c81c166ecfb5562545a003', 'b8d48a7f98a0', 1781247250000, 1781247250000, NULL);
INSERT INTO public.receipt_series VALUES ('TI2526', 3);
INSERT INTO public.receipt_series VALUES ('TC2627', 2);
INSERT INTO public.receipt_series VALUES ('TI2627', 12);
INSERT INTO public.receipts VALUES ('TI2526-000001', 'tax_invoice', 'test', '58cf5a386a59e68047cba4ac', 'pay_kwKJWRRpDMmiwi', NULL, 49900, 1748757600000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Farida Khan","email":"expired@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_kwKJWRRpDMmiwi","paidAt":1748757600000,"paidWith":"Visa ••••4366","accessUntil":1780293600000,"refundableUntil":1749407399999},"refund":null,"number":"TI2526-000001","issuedAt":1748757600000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2526-000002', 'tax_invoice', 'test', '876bc7d36bcbc3fc4f471a34', 'pay_ED0JlVHubMMdgR', NULL, 49900, 1751349600000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Gopal Menon","email":"renewed@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_ED0JlVHubMMdgR","paidAt":1751349600000,"paidWith":"Visa ••••4366","accessUntil":1782885600000,"refundableUntil":1751999399999},"refund":null,"number":"TI2526-000002","issuedAt":1751349600000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2526-000003', 'tax_invoice', 'test', '64cb9c9d6507862276342fe4', 'pay_1gbkUwHgYSfJKx', NULL, 49900, 1774850400000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Harini Iyer","email":"lastyear@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_1gbkUwHgYSfJKx","paidAt":1774850400000,"paidWith":"Visa ••••4366","accessUntil":1806386400000,"refundableUntil":1775500199999},"refund":null,"number":"TI2526-000003","issuedAt":1774850400000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000001', 'tax_invoice', 'test', '876bc7d36bcbc3fc4f471a34', 'pay_ZV1R05h5Sxw6RY', NULL, 49900, 1781071200000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Gopal Menon","email":"renewed@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_ZV1R05h5Sxw6RY","paidAt":1781071200000,"paidWith":"Visa ••••4366","accessUntil":1814421600000,"accessFrom":1782885600000,"refundableUntil":1781720999999},"refund":null,"number":"TI2627-000001","issuedAt":1781071200000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000002', 'tax_invoice', 'test', '54c81c166ecfb5562545a003', 'pay_QGm2NQgoEfpitM', NULL, 49900, 1781071261000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Meera Nair","email":"active@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_QGm2NQgoEfpitM","paidAt":1781071261000,"paidWith":"Visa ••••4366","accessUntil":1812607261000,"refundableUntil":1781720999999},"refund":null,"number":"TI2627-000002","issuedAt":1781071261000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000003', 'tax_invoice', 'test', '9f8f8da57c0d4fcb740427bb', 'pay_Dd8lcTiIus2Dif', NULL, 49900, 1781071322000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Nikhil Joshi","email":"partly@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_Dd8lcTiIus2Dif","paidAt":1781071322000,"paidWith":"Visa ••••4366","accessUntil":1812607322000,"refundableUntil":1781720999999},"refund":null,"number":"TI2627-000003","issuedAt":1781071322000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TC2627-000001', 'credit_note', 'test', '9f8f8da57c0d4fcb740427bb', 'pay_Dd8lcTiIus2Dif', 'rfnd_J92RiJBJYdyJoh', 10000, 1781071383000, '{"kind":"credit_note","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Nikhil Joshi","email":"partly@school.example","state":"Karnataka"},"amountInPaise":10000,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":8476,"cgstInPaise":762,"sgstInPaise":762,"igstInPaise":0},"payment":{"id":"pay_Dd8lcTiIus2Dif","paidAt":1781071322000,"paidWith":"Visa ••••4366","accessUntil":1812607322000,"refundableUntil":1781720999999},"refund":{"id":"rfnd_J92RiJBJYdyJoh","at":1781071383000,"ofNumber":"TI2627-000003","ofDate":1781071322000},"number":"TC2627-000001","issuedAt":1781071383000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000004', 'tax_invoice', 'test', '24617d4f2015313419abd80a', 'pay_iBMii1h0nI6oXG', NULL, 49900, 1781071383000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Omar Sheikh","email":"refunded@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_iBMii1h0nI6oXG","paidAt":1781071383000,"paidWith":"Visa ••••4366","accessUntil":1812607383000,"refundableUntil":1781720999999},"refund":null,"number":"TI2627-000004","issuedAt":1781071383000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TC2627-000002', 'credit_note', 'test', '24617d4f2015313419abd80a', 'pay_iBMii1h0nI6oXG', 'rfnd_unYgqIbQAXYDQD', 49900, 1781157844000, '{"kind":"credit_note","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Omar Sheikh","email":"refunded@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_iBMii1h0nI6oXG","paidAt":1781071383000,"paidWith":"Visa ••••4366","accessUntil":1812607383000,"refundableUntil":1781720999999},"refund":{"id":"rfnd_unYgqIbQAXYDQD","at":1781157844000,"ofNumber":"TI2627-000004","ofDate":1781071383000},"number":"TC2627-000002","issuedAt":1781157844000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000005', 'tax_invoice', 'test', 'a0daccb963b0776da4176431', 'pay_tA7RXSYsTXwm4Z', NULL, 49900, 1781157844000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Pooja Das","email":"failedrefund@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_tA7RXSYsTXwm4Z","paidAt":1781157844000,"paidWith":"Visa ••••4366","accessUntil":1812693844000,"refundableUntil":1781807399999},"refund":null,"number":"TI2627-000005","issuedAt":1781157844000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000006', 'tax_invoice', 'test', '872fb4c0ef8630ece4809c04', 'pay_NkBJHMUV48mlbs', NULL, 49900, 1781157905000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Qadir Ali","email":"pendingrefund@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_NkBJHMUV48mlbs","paidAt":1781157905000,"paidWith":"Visa ••••4366","accessUntil":1812693905000,"refundableUntil":1781807399999},"refund":null,"number":"TI2627-000006","issuedAt":1781157905000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000007', 'tax_invoice', 'test', '539a4582d94865c436e1e730', 'pay_CVhH8JMO01vra2', NULL, 49900, 1781158326000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Tara Bose","email":"disputed@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_CVhH8JMO01vra2","paidAt":1781158326000,"paidWith":"Visa ••••4366","accessUntil":1812694326000,"refundableUntil":1781807399999},"refund":null,"number":"TI2627-000007","issuedAt":1781158326000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000012', 'tax_invoice', 'test', '132aaa4e75951097e32444b2', 'pay_saNIhTCUvWs81W', NULL, 49900, 1781247610000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Vikram Shetty","email":"twice@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_saNIhTCUvWs81W","paidAt":1781243648000,"paidWith":"Visa ••••4366","accessUntil":1812779648000,"refundableUntil":1781893799999},"refund":null,"number":"TI2627-000012","issuedAt":1781247610000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000008', 'tax_invoice', 'test', 'bc95d7b9552a5692cf3069ed', 'pay_94qwAgqsOwhEUe', NULL, 49900, 1781158387000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Usha Rani","email":"lost@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_94qwAgqsOwhEUe","paidAt":1781158387000,"paidWith":"Visa ••••4366","accessUntil":1812694387000,"refundableUntil":1781807399999},"refund":null,"number":"TI2627-000008","issuedAt":1781158387000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000009', 'tax_invoice', 'test', '5f4d89e30d27127465e17602', 'pay_g2aH9TeCxyrBk1', NULL, 49900, 1781244728000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Xavier Pereira","email":"extended@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_g2aH9TeCxyrBk1","paidAt":1781244728000,"paidWith":"Visa ••••4366","accessUntil":1812780728000,"refundableUntil":1781893799999},"refund":null,"number":"TI2627-000009","issuedAt":1781244728000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000010', 'tax_invoice', 'test', '2e0a29ef663a83c0a1dd2460', 'pay_7Th3tpM9Ptz7jO', NULL, 49900, 1781244789000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Yamini Rao","email":"revoked@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_7Th3tpM9Ptz7jO","paidAt":1781244789000,"paidWith":"Visa ••••4366","accessUntil":1812780789000,"refundableUntil":1781893799999},"refund":null,"number":"TI2627-000010","issuedAt":1781244789000,"isTest":true}');
INSERT INTO public.receipts VALUES ('TI2627-000011', 'tax_invoice', 'test', '132aaa4e75951097e32444b2', 'pay_qHeg6tuMvkI5I7', NULL, 49900, 1781247610000, '{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Vikram Shetty","email":"twice@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_qHeg6tuMvkI5I7","paidAt":1781244008000,"paidWith":"Visa ••••4366","accessUntil":1812780008000,"refundableUntil":1781893799999},"refund":null,"number":"TI2627-000011","issuedAt":1781247610000,"isTest":true}');
INSERT INTO public.refunds VALUES ('621c10824184be71bd4aee0b', 'razorpay', 'rfnd_J92RiJBJYdyJoh', 'pay_Dd8lcTiIus2Dif', 10000, 'INR', 'processed', 'refund-pay_Dd8lcTiIus2Dif-part-1', 0, 1781071383000, NULL, 'admin 9baa81d63f800dee4326404a', 'Late start', 1781071383000, 1781071383000, 1781071383000);
INSERT INTO public.refunds VALUES ('3f480f43c9492248c551c78c', 'razorpay', 'rfnd_unYgqIbQAXYDQD', 'pay_iBMii1h0nI6oXG', 49900, 'INR', 'processed', 'refund-pay_iBMii1h0nI6oXG-full', 1, 1781157844000, NULL, 'user 24617d4f2015313419abd80a', 'cancelled inside the refund window', 1781157844000, 1781157844000, 1781157844000);
INSERT INTO public.refunds VALUES ('a30f0b50bd343c5c250ee0ec', 'razorpay', 'rfnd_fGKBupUuZoNd8a', 'pay_tA7RXSYsTXwm4Z', 49900, 'INR', 'pending', 'refund-pay_tA7RXSYsTXwm4Z-full', 1, 1781157905000, NULL, 'user a0daccb963b0776da4176431', 'cancelled inside the refund window', 1781157905000, 1781157905000, 1781157905000);
INSERT INTO public.refunds VALUES ('5b064464bd243b12dd728329', 'razorpay', 'rfnd_1LZLg6FHnPcvn4', 'pay_NkBJHMUV48mlbs', 49900, 'INR', 'pending', 'refund-pay_NkBJHMUV48mlbs-full', 1, 1781157966000, NULL, 'user 872fb4c0ef8630ece4809c04', 'cancelled inside the refund window', 1781157966000, 1781157966000, 1781157966000);
INSERT INTO public.schema_migrations VALUES (1, '0001-foundation.sql', 0);
INSERT INTO public.schema_migrations VALUES (2, '0002-accounts.sql', 0);
INSERT INTO public.schema_migrations VALUES (3, '0003-courses.sql', 0);
INSERT INTO public.schema_migrations VALUES (4, '0004-payments.sql', 0);
INSERT INTO public.schema_migrations VALUES (5, '0005-sales.sql', 0);
INSERT INTO public.schema_migrations VALUES (6, '0006-video.sql', 0);
INSERT INTO public.schema_migrations VALUES (7, '0007-authoring.sql', 0);
INSERT INTO public.schema_migrations VALUES (8, '0008-video-changes.sql', 0);
INSERT INTO public.schema_migrations VALUES (9, '0009-checkout-address.sql', 0);
INSERT INTO public.sessions VALUES ('2d3b72458c28d6ff75efc9a9053c7b14fbf0a5031276af41760114c4ea5f4e84', '9baa81d63f800dee4326404a', 1781497800000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('49769388c8b2ba892bbabdbb811f43cc083a0fdd242404aa018001b79a15fe54', '58cf5a386a59e68047cba4ac', 1748757600000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('65ab09c720bfc0b66cc2040d034961690fd09ff27c0d3e0ca2f5a08bfea44da8', '876bc7d36bcbc3fc4f471a34', 1751349600000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('b0ef150bd0afed99184a8c6ec89ca29213a268562424f9623ffb0037c9b47b8b', '64cb9c9d6507862276342fe4', 1774850400000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('cb89f82053f39da27896abf78fc4288205770eb141e421640baa279ff94370ad', '54c81c166ecfb5562545a003', 1781071261000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('e559ed4bb761cd20da6f0c7c23177ec0f49ea570eb72b96c0a7a85b5ce806a73', '9f8f8da57c0d4fcb740427bb', 1781071322000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('24aba2df587c265301f10c7d9b60e0367035287984559e9291b2b1b364ded520', 'cf9a54a1844e9a310e484e1f', 1781157966000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('4b89979c0db7636de3d93b8e2e8cce62e0b2a146ccb45b1bdd132dce6b3dad7f', '872870f8b3c594eff42e5be7', 1781158326000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('6744587398a2d59e11cad6752fe2580fa7c429e817c85731a98f7461aba5c93b', '539a4582d94865c436e1e730', 1781158326000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('e905509ec433adfacb94f931c52e3e683766207208abc247da5029aaba8018fa', '4d80dbd778a048c0fee36043', 1781244728000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('b2d6ed4f23ebb6bbcf4ad54b4d8db666135fe3ff725b22d0533266ca5e87b918', '5f4d89e30d27127465e17602', 1781244728000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('3456316530413b0b5ed5efa6dd508d4f6757c0bce41da9ac8e2132a3c71b2051', '24617d4f2015313419abd80a', 1781071383000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('4f9b05bb5c695213da7573f39601b5af75c116f57801b9817f805f31dec33faa', 'a0daccb963b0776da4176431', 1781157844000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('045567c2b046d8ceb7a036133545efc45e2a62a9628e314e11dbf3d445983566', '872fb4c0ef8630ece4809c04', 1781157905000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('1d4aaba1a54ffd82129d433af7e033e1a8d9aee60e677ec1b5924336b2e837dc', 'bc95d7b9552a5692cf3069ed', 1781158387000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('4c042e07486c891013b7cb2e5d76d2819a395bd35f196ca547d48424d7b3fa37', '132aaa4e75951097e32444b2', 1781158448000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('f7ec38d1dadc86973d1e5a28eb66261656872b0231ee58a40e80be00824105bf', '89a2c57c6b567e8972051cea', 1781244850000, 1781247610000, 1783839610000);
INSERT INTO public.sessions VALUES ('33f7a2b5f4048ea21fc1f1232b724556079c5aa197c8f04fffe36b6ca0614e1f', '2e0a29ef663a83c0a1dd2460', 1781244789000, 1781247610000, 1783839610000);
INSERT INTO public.settings VALUES ('file_sweep', '{"atMs":1781497800000,"orphanFiles":0,"removedFiles":0,"missingFiles":3}', 1781497800000);
INSERT INTO public.settings VALUES ('payments.totals-time-zone', 'Asia/Kolkata', 1781497800000);
INSERT INTO public.setup_links VALUES ('02900f96a2c147ed022b77f17fbac375cb15151211fe4b4793705b86e8732fc9', 1781497800000, NULL);
INSERT INTO public.signing_keys VALUES ('6d3baba2', 'media', 'smxnUEimnqYnId0UdZJ-x-2Ve8OcMnUVlU8i0EZZSPU', 1781247610000, NULL);
INSERT INTO public.topic_versions VALUES ('catalog', 7);
INSERT INTO public.user_access VALUES ('58cf5a386a59e68047cba4ac', 'test', 1780293600000, 30, 1777701600000);
INSERT INTO public.user_access VALUES ('64cb9c9d6507862276342fe4', 'test', 1806386400000, 30, 1803794400000);
INSERT INTO public.user_access VALUES ('876bc7d36bcbc3fc4f471a34', 'test', 1814421600000, 30, 1811829600000);
INSERT INTO public.user_access VALUES ('54c81c166ecfb5562545a003', 'test', 1812607261000, 30, 1810015261000);
INSERT INTO public.user_access VALUES ('9f8f8da57c0d4fcb740427bb', 'test', 1812607322000, 30, 1810015322000);
INSERT INTO public.user_access VALUES ('4d80dbd778a048c0fee36043', 'test', 1798741799999, 30, 1796149799999);
INSERT INTO public.user_access VALUES ('4d80dbd778a048c0fee36043', 'live', 1798741799999, 30, 1796149799999);
INSERT INTO public.user_access VALUES ('5f4d89e30d27127465e17602', 'test', 1815372728000, 30, 1812780728000);
INSERT INTO public.user_access VALUES ('132aaa4e75951097e32444b2', 'test', 1812780008000, 30, 1810188008000);
INSERT INTO public.users VALUES ('9baa81d63f800dee4326404a', 'asha@school.example', 'Asha Admin', 'ADMIN', 'none', NULL, 0, 1781497800000, 1781497800000, NULL);
INSERT INTO public.users VALUES ('58cf5a386a59e68047cba4ac', 'expired@school.example', 'Farida Khan', 'USER', 'none', NULL, 0, 1748757600000, 1748757600000, NULL);
INSERT INTO public.users VALUES ('876bc7d36bcbc3fc4f471a34', 'renewed@school.example', 'Gopal Menon', 'USER', 'none', NULL, 0, 1751349600000, 1751349600000, NULL);
INSERT INTO public.users VALUES ('64cb9c9d6507862276342fe4', 'lastyear@school.example', 'Harini Iyer', 'USER', 'none', NULL, 0, 1774850400000, 1774850400000, NULL);
INSERT INTO public.users VALUES ('9f8f8da57c0d4fcb740427bb', 'partly@school.example', 'Nikhil Joshi', 'USER', 'none', NULL, 0, 1781071322000, 1781071322000, NULL);
INSERT INTO public.users VALUES ('24617d4f2015313419abd80a', 'refunded@school.example', 'Omar Sheikh', 'USER', 'none', NULL, 0, 1781071383000, 1781071383000, NULL);
INSERT INTO public.users VALUES ('a0daccb963b0776da4176431', 'failedrefund@school.example', 'Pooja Das', 'USER', 'none', NULL, 0, 1781157844000, 1781157844000, NULL);
INSERT INTO public.users VALUES ('872fb4c0ef8630ece4809c04', 'pendingrefund@school.example', 'Qadir Ali', 'USER', 'none', NULL, 0, 1781157905000, 1781157905000, NULL);
INSERT INTO public.users VALUES ('cf9a54a1844e9a310e484e1f', 'failedpay@school.example', 'Ravi Kumar', 'USER', 'none', NULL, 0, 1781157966000, 1781157966000, NULL);
INSERT INTO public.users VALUES ('872870f8b3c594eff42e5be7', 'begun@school.example', 'Sana Mirza', 'USER', 'none', NULL, 0, 1781158326000, 1781158326000, NULL);
INSERT INTO public.users VALUES ('539a4582d94865c436e1e730', 'disputed@school.example', 'Tara Bose', 'USER', 'none', NULL, 0, 1781158326000, 1781158326000, NULL);
INSERT INTO public.users VALUES ('bc95d7b9552a5692cf3069ed', 'lost@school.example', 'Usha Rani', 'USER', 'none', NULL, 0, 1781158387000, 1781158387000, NULL);
INSERT INTO public.users VALUES ('132aaa4e75951097e32444b2', 'twice@school.example', 'Vikram Shetty', 'USER', 'none', NULL, 0, 1781158448000, 1781158448000, NULL);
INSERT INTO public.users VALUES ('4d80dbd778a048c0fee36043', 'granted@school.example', 'Wahida Begum', 'USER', 'none', NULL, 0, 1781244728000, 1781244728000, NULL);
INSERT INTO public.users VALUES ('5f4d89e30d27127465e17602', 'extended@school.example', 'Xavier Pereira', 'USER', 'none', NULL, 0, 1781244728000, 1781244789000, NULL);
INSERT INTO public.users VALUES ('2e0a29ef663a83c0a1dd2460', 'revoked@school.example', 'Yamini Rao', 'USER', 'none', NULL, 0, 1781244789000, 1781244850000, NULL);
INSERT INTO public.users VALUES ('89a2c57c6b567e8972051cea', 'visitor@school.example', 'Zoya Akhtar', 'USER', 'none', NULL, 0, 1781244850000, 1781244850000, NULL);
INSERT INTO public.users VALUES ('54c81c166ecfb5562545a003', 'active@school.example', 'Meera Nair', 'USER', 'none', NULL, 0, 1781071261000, 1781071261000, NULL);
INSERT INTO public.video_work VALUES ('ec4ae247d86b1a2710a8a835', 'ready', 1, NULL, NULL, 0, NULL, 1781497800000, 0);
INSERT INTO public.video_work VALUES ('907cc472c9fd3d893020beb0', 'ready', 1, NULL, NULL, 0, NULL, 1781497800000, 0);
INSERT INTO public.video_work VALUES ('3ee39f6a8e67f0d5e423e6a7', 'ready', 1, NULL, NULL, 0, NULL, 1781497800000, 0);
INSERT INTO public.video_work VALUES ('69543fb91a8c29b5201b4911', 'ready', 1, NULL, NULL, 0, NULL, 1781497800000, 0);
INSERT INTO public.video_work VALUES ('fd706f132cdcdc80358acdff', 'ready', 1, NULL, NULL, 0, NULL, 1781497800000, 0);
INSERT INTO public.webhook_events VALUES ('gJ32XOFEPGjFuy', 'razorpay', 'payment.dispute.created', '{"entity":"event","account_id":"acc_qxqPPPohALZaLo","event":"payment.dispute.created","contains":["payment","dispute"],"payload":{"payment":{"entity":{"id":"pay_CVhH8JMO01vra2","entity":"payment","amount":49900,"currency":"INR","status":"captured","order_id":"order_JQfHdKFT7SRprF","invoice_id":"inv_RaR8BtJi2d9hTb","international":false,"amount_refunded":0,"refund_status":null,"captured":true,"description":"Recurring Payment via Subscription","method":"card","card_id":"card_m0G2meeUJ9vHJJ","card":{"id":"card_m0G2meeUJ9vHJJ","entity":"card","name":"","last4":"4366","network":"Visa","type":"debit","issuer":null,"international":false,"emi":false,"sub_type":"consumer","token_iin":null},"vpa":null,"bank":null,"wallet":null,"email":"void@razorpay.com","contact":"+919999999999","customer_id":"cust_AzTs6YTSBYbWir","token_id":null,"notes":[],"fee":1178,"tax":180,"error_code":null,"error_description":null,"error_source":null,"error_step":null,"error_reason":null,"acquirer_data":{"auth_code":"01vra2"},"created_at":1781158326}},"dispute":{"entity":{"id":"disp_Mk8bvko3xL6vym","entity":"dispute","payment_id":"pay_CVhH8JMO01vra2","amount":49900,"currency":"INR","amount_deducted":0,"reason_code":"goods_or_services_not_received","respond_by":1781763248,"status":"open","phase":"chargeback","evidence":{"amount":49900,"summary":null,"submitted_at":null},"created_at":1781158448}}},"created_at":1781158448}', 'applied', 1781158448000);
INSERT INTO public.webhook_events VALUES ('kjeYz7w5BG91z3', 'razorpay', 'payment.dispute.created', '{"entity":"event","account_id":"acc_qxqPPPohALZaLo","event":"payment.dispute.created","contains":["payment","dispute"],"payload":{"payment":{"entity":{"id":"pay_94qwAgqsOwhEUe","entity":"payment","amount":49900,"currency":"INR","status":"captured","order_id":"order_LX14AcpfwW6LWy","invoice_id":"inv_GmkD42LbbSuOjR","international":false,"amount_refunded":0,"refund_status":null,"captured":true,"description":"Recurring Payment via Subscription","method":"card","card_id":"card_uoezNGhjGnFeyg","card":{"id":"card_uoezNGhjGnFeyg","entity":"card","name":"","last4":"4366","network":"Visa","type":"debit","issuer":null,"international":false,"emi":false,"sub_type":"consumer","token_iin":null},"vpa":null,"bank":null,"wallet":null,"email":"void@razorpay.com","contact":"+919999999999","customer_id":"cust_vSbedyUIKp5fmp","token_id":null,"notes":[],"fee":1178,"tax":180,"error_code":null,"error_description":null,"error_source":null,"error_step":null,"error_reason":null,"acquirer_data":{"auth_code":"OwhEUe"},"created_at":1781158387}},"dispute":{"entity":{"id":"disp_Uf0JzmElt9W5HV","entity":"dispute","payment_id":"pay_94qwAgqsOwhEUe","amount":49900,"currency":"INR","amount_deducted":0,"reason_code":"goods_or_services_not_received","respond_by":1781763248,"status":"open","phase":"chargeback","evidence":{"amount":49900,"summary":null,"submitted_at":null},"created_at":1781158448}}},"created_at":1781158448}', 'applied', 1781158448000);
INSERT INTO public.webhook_events VALUES ('tZJNduaQNX1HXk', 'razorpay', 'payment.dispute.lost', '{"entity":"event","account_id":"acc_qxqPPPohALZaLo","event":"payment.dispute.lost","contains":["payment","dispute"],"payload":{"payment":{"entity":{"id":"pay_94qwAgqsOwhEUe","entity":"payment","amount":49900,"currency":"INR","status":"captured","order_id":"order_LX14AcpfwW6LWy","invoice_id":"inv_GmkD42LbbSuOjR","international":false,"amount_refunded":0,"refund_status":null,"captured":true,"description":"Recurring Payment via Subscription","method":"card","card_id":"card_uoezNGhjGnFeyg","card":{"id":"card_uoezNGhjGnFeyg","entity":"card","name":"","last4":"4366","network":"Visa","type":"debit","issuer":null,"international":false,"emi":false,"sub_type":"consumer","token_iin":null},"vpa":null,"bank":null,"wallet":null,"email":"void@razorpay.com","contact":"+919999999999","customer_id":"cust_vSbedyUIKp5fmp","token_id":null,"notes":[],"fee":1178,"tax":180,"error_code":null,"error_description":null,"error_source":null,"error_step":null,"error_reason":null,"acquirer_data":{"auth_code":"OwhEUe"},"created_at":1781158387}},"dispute":{"entity":{"id":"disp_Uf0JzmElt9W5HV","entity":"dispute","payment_id":"pay_94qwAgqsOwhEUe","amount":49900,"currency":"INR","amount_deducted":49900,"reason_code":"goods_or_services_not_received","respond_by":1781763248,"status":"lost","phase":"chargeback","evidence":{"amount":49900,"summary":null,"submitted_at":null},"created_at":1781158448}}},"created_at":1781158448}', 'applied', 1781158448000);
ALTER TABLE ONLY public.access_changes
    ADD CONSTRAINT access_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.access_ends
    ADD CONSTRAINT access_ends_pkey PRIMARY KEY (mode, day);
ALTER TABLE ONLY public.captions
    ADD CONSTRAINT captions_pkey PRIMARY KEY (lecture_id, language);
ALTER TABLE ONLY public.contact_messages
    ADD CONSTRAINT contact_messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.courses
    ADD CONSTRAINT courses_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.daily_totals
    ADD CONSTRAINT daily_totals_pkey PRIMARY KEY (mode, day);
ALTER TABLE ONLY public.disputes
    ADD CONSTRAINT disputes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.disputes
    ADD CONSTRAINT disputes_provider_dispute_id_key UNIQUE (provider_dispute_id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.lecture_progress
    ADD CONSTRAINT lecture_progress_pkey PRIMARY KEY (user_id, lecture_id);
ALTER TABLE ONLY public.lectures
    ADD CONSTRAINT lectures_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.media_files
    ADD CONSTRAINT media_files_pkey PRIMARY KEY (lecture_id, version, name);
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.payment_attempts
    ADD CONSTRAINT payment_attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payment_attempts
    ADD CONSTRAINT payment_attempts_subscription_ref_key UNIQUE (subscription_ref);
ALTER TABLE ONLY public.payment_audit
    ADD CONSTRAINT payment_audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_provider_payment_id_key UNIQUE (provider_payment_id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_receipt_no_key UNIQUE (receipt_no);
ALTER TABLE ONLY public.playback_sessions
    ADD CONSTRAINT playback_sessions_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.rate_counters
    ADD CONSTRAINT rate_counters_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.receipt_series
    ADD CONSTRAINT receipt_series_pkey PRIMARY KEY (series);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_refund_id_key UNIQUE (refund_id);
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_idempotency_key_key UNIQUE (idempotency_key);
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_provider_refund_id_key UNIQUE (provider_refund_id);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.setup_links
    ADD CONSTRAINT setup_links_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.topic_versions
    ADD CONSTRAINT topic_versions_pkey PRIMARY KEY (topic);
ALTER TABLE ONLY public.upload_locks
    ADD CONSTRAINT upload_locks_pkey PRIMARY KEY (upload_id);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.user_access
    ADD CONSTRAINT user_access_pkey PRIMARY KEY (user_id, mode);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key UNIQUE (email);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.video_work
    ADD CONSTRAINT video_work_pkey PRIMARY KEY (lecture_id);
ALTER TABLE ONLY public.webhook_events
    ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (event_id);
CREATE INDEX access_changes_by_user ON public.access_changes USING btree (user_id, at);
CREATE INDEX contact_messages_by_age ON public.contact_messages USING btree (created_at);
CREATE INDEX courses_deleted ON public.courses USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX courses_drafts ON public.courses USING btree (created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (published_at IS NULL));
CREATE INDEX courses_shown ON public.courses USING btree (published_at DESC, id DESC, category) WHERE ((deleted_at IS NULL) AND (published_at IS NOT NULL));
CREATE INDEX disputes_by_payment ON public.disputes USING btree (provider_payment_id);
CREATE INDEX jobs_due ON public.jobs USING btree (run_at) WHERE (state = 'waiting'::text);
CREATE INDEX jobs_finished ON public.jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX jobs_leased ON public.jobs USING btree (leased_until) WHERE (state = 'running'::text);
CREATE INDEX lecture_progress_by_course ON public.lecture_progress USING btree (user_id, course_id);
CREATE INDEX lecture_progress_recent ON public.lecture_progress USING btree (user_id, watched_at DESC);
CREATE INDEX lectures_deleted ON public.lectures USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX lectures_in_course ON public.lectures USING btree (course_id, "position") WHERE (deleted_at IS NULL);
CREATE INDEX media_files_by_key ON public.media_files USING btree (key);
CREATE INDEX media_files_retired ON public.media_files USING btree (served_until) WHERE (served_until IS NOT NULL);
CREATE INDEX password_resets_by_user ON public.password_resets USING btree (user_id);
CREATE INDEX payment_attempts_by_user ON public.payment_attempts USING btree (user_id, mode, created_at);
CREATE INDEX payment_attempts_cancelling ON public.payment_attempts USING btree (cancel_requested_at) WHERE ((cancel_requested_at IS NOT NULL) AND (cancel_accepted_at IS NULL));
CREATE UNIQUE INDEX payment_attempts_one_open ON public.payment_attempts USING btree (user_id, mode) WHERE (state = 'open'::text);
CREATE INDEX payment_attempts_renewing ON public.payment_attempts USING btree (checked_at) WHERE ((cycles > 1) AND (is_over = 0));
CREATE INDEX payment_attempts_unsettled ON public.payment_attempts USING btree (checked_at) WHERE (state = ANY (ARRAY['open'::text, 'retired'::text]));
CREATE INDEX payment_audit_by_attempt ON public.payment_audit USING btree (attempt_id, at);
CREATE INDEX payment_audit_by_payment ON public.payment_audit USING btree (payment_id, at) WHERE (payment_id IS NOT NULL);
CREATE INDEX payment_audit_by_user ON public.payment_audit USING btree (user_id, at);
CREATE INDEX payments_by_attempt ON public.payments USING btree (attempt_id);
CREATE INDEX payments_by_capture ON public.payments USING btree (mode, captured_at, id);
CREATE INDEX payments_by_standing ON public.payments USING btree (mode, standing, initiated_at, id);
CREATE INDEX payments_by_start ON public.payments USING btree (mode, initiated_at, id);
CREATE INDEX payments_by_user ON public.payments USING btree (user_id, mode, access_until);
CREATE INDEX payments_running ON public.payments USING btree (mode, access_until);
CREATE INDEX payments_to_do ON public.payments USING btree (mode, initiated_at) WHERE ((handled_at IS NULL) AND (standing = ANY (ARRAY['disputed'::text, 'unmatched'::text, 'wrong_amount'::text, 'duplicate'::text, 'refund_failed'::text])));
CREATE INDEX payments_unconfirmed ON public.payments USING btree (created_at) WHERE (confirmed = 0);
CREATE INDEX playback_sessions_by_age ON public.playback_sessions USING btree (seen_at);
CREATE INDEX rate_counters_by_age ON public.rate_counters USING btree (window_started_at);
CREATE INDEX receipts_by_payment ON public.receipts USING btree (payment_id);
CREATE INDEX receipts_by_user ON public.receipts USING btree (user_id, issued_at);
CREATE INDEX refunds_by_payment ON public.refunds USING btree (provider_payment_id, status);
CREATE INDEX refunds_unsettled ON public.refunds USING btree (checked_at) WHERE (status = ANY (ARRAY['requested'::text, 'pending'::text]));
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);
CREATE UNIQUE INDEX signing_keys_one_current ON public.signing_keys USING btree (purpose) WHERE (retired_at IS NULL);
CREATE INDEX uploads_by_expiry ON public.uploads USING btree (expires_at);
CREATE INDEX uploads_by_user ON public.uploads USING btree (user_id, created_at);
CREATE INDEX user_access_by_end ON public.user_access USING btree (mode, ends_at);
CREATE INDEX user_access_to_remind ON public.user_access USING btree (mode, remind_at) WHERE (remind_at IS NOT NULL);
CREATE INDEX users_admins ON public.users USING btree (created_at) WHERE ((role = 'ADMIN'::text) AND (deleted_at IS NULL));
CREATE INDEX users_by_name ON public.users USING btree (lower(full_name));
CREATE INDEX video_work_lacking ON public.video_work USING btree (lecture_id) WHERE (is_complete = 0);
CREATE INDEX video_work_unsettled ON public.video_work USING btree (state) WHERE (state <> 'ready'::text);
CREATE INDEX webhook_events_by_age ON public.webhook_events USING btree (received_at);
ALTER TABLE ONLY public.access_changes
    ADD CONSTRAINT access_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.captions
    ADD CONSTRAINT captions_lecture_id_fkey FOREIGN KEY (lecture_id) REFERENCES public.lectures(id);
ALTER TABLE ONLY public.lecture_progress
    ADD CONSTRAINT lecture_progress_lecture_id_fkey FOREIGN KEY (lecture_id) REFERENCES public.lectures(id);
ALTER TABLE ONLY public.lecture_progress
    ADD CONSTRAINT lecture_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.lectures
    ADD CONSTRAINT lectures_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id);
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.payment_attempts
    ADD CONSTRAINT payment_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES public.payment_attempts(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.user_access
    ADD CONSTRAINT user_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
