PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL);
INSERT INTO schema_migrations VALUES(1,'0001-foundation.sql',0);
INSERT INTO schema_migrations VALUES(2,'0002-accounts.sql',0);
INSERT INTO schema_migrations VALUES(3,'0003-courses.sql',0);
INSERT INTO schema_migrations VALUES(4,'0004-payments.sql',0);
INSERT INTO schema_migrations VALUES(5,'0005-sales.sql',0);
INSERT INTO schema_migrations VALUES(6,'0006-video.sql',0);
INSERT INTO schema_migrations VALUES(7,'0007-authoring.sql',0);
INSERT INTO schema_migrations VALUES(8,'0008-video-changes.sql',0);
INSERT INTO schema_migrations VALUES(9,'0009-checkout-address.sql',0);
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);
INSERT INTO settings VALUES('payments.totals-time-zone','Asia/Kolkata',1781497800000);
INSERT INTO settings VALUES('file_sweep','{"atMs":1748757600000,"orphanFiles":0,"removedFiles":0,"missingFiles":5}',1748757600000);
CREATE TABLE signing_keys (
  id TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  secret TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  retired_at BIGINT
);
INSERT INTO signing_keys VALUES('21220a92','media','EQH7GcFrQaC9R3f0C8nV3G7JCXxf40r1DgXRr_i7OMI',1781247610000,NULL);
CREATE TABLE topic_versions (
  topic TEXT PRIMARY KEY,
  version BIGINT NOT NULL
);
INSERT INTO topic_versions VALUES('catalog',7);
CREATE TABLE rate_counters (
  name TEXT PRIMARY KEY,
  window_started_at BIGINT NOT NULL,
  count BIGINT NOT NULL
);
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  payload TEXT NOT NULL,
  state TEXT NOT NULL,
  run_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  leased_by TEXT,
  leased_until BIGINT,
  last_error TEXT,
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
INSERT INTO jobs VALUES('payments.reconcile:5938326','payments.reconcile','{}','done',1781497800000,1,NULL,NULL,NULL,1781497800000,1781497800000);
INSERT INTO jobs VALUES('ffa3edc42509c594df14e399','payments.rebuild-totals','{}','done',1781497800000,1,NULL,NULL,NULL,1781497800000,1781497800000);
INSERT INTO jobs VALUES('payments.remind:494860','payments.remind','{}','done',1781497800000,1,NULL,NULL,NULL,1781497800000,1781497800000);
INSERT INTO jobs VALUES('lectures.retire-media:494860','lectures.retire-media','{}','done',1781497800000,1,NULL,NULL,NULL,1781497800000,1781497800000);
INSERT INTO jobs VALUES('lectures.rotate-media-key:20619','lectures.rotate-media-key','{}','done',1781497800000,1,NULL,NULL,NULL,1781497800000,1781497800000);
INSERT INTO jobs VALUES('uploads.sweep:494860','uploads.sweep','{}','done',1781497800000,1,NULL,NULL,NULL,1781497800000,1748757600000);
INSERT INTO jobs VALUES('accounts.sweep:494860','accounts.sweep','{}','done',1781497800000,1,NULL,NULL,NULL,1781497800000,1781497800000);
INSERT INTO jobs VALUES('storage.sweep:20619','storage.sweep','{}','done',1781497800000,1,NULL,NULL,NULL,1781497800000,1748757600000);
INSERT INTO jobs VALUES('61a79f086b73c9dab19eecf6','mail.send','{"to":["expired@school.example"],"subject":"Your payment: TI2526-000001","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2526-000001"],["Item","Subscription Bundle – 1 year"],["Period","1 June 2025 to 1 June 2026"],["Total paid","₹499.00"],["Payment","pay_s0QMKXwVy8MnTr"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1748757600000,2,NULL,NULL,NULL,1748757600000,1781071200000);
INSERT INTO jobs VALUES('bba46af127da2322dab12769','mail.send','{"to":["renewed@school.example"],"subject":"Your payment: TI2526-000002","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2526-000002"],["Item","Subscription Bundle – 1 year"],["Period","1 July 2025 to 1 July 2026"],["Total paid","₹499.00"],["Payment","pay_wQTrcipxALCvXb"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1751349600000,2,NULL,NULL,NULL,1751349600000,1781071322000);
INSERT INTO jobs VALUES('b84bd4b02b2008775faf2320','mail.send','{"to":["lastyear@school.example"],"subject":"Your payment: TI2526-000003","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2526-000003"],["Item","Subscription Bundle – 1 year"],["Period","30 March 2026 to 30 March 2027"],["Total paid","₹499.00"],["Payment","pay_19FTcKwEXrs5fE"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1774850400000,1,NULL,NULL,NULL,1774850400000,1781071322000);
INSERT INTO jobs VALUES('233fd9ac40151949372e799e','mail.send','{"to":["renewed@school.example"],"subject":"Your payment: TI2627-000001","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000001"],["Item","Subscription Bundle – 1 year"],["Period","1 July 2026 to 1 July 2027"],["Total paid","₹499.00"],["Payment","pay_WqtDO00C6EFt8X"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781071200000,1,NULL,NULL,NULL,1781071200000,1781071383000);
INSERT INTO jobs VALUES('5d343386a15e3d101acf5b52','mail.send','{"to":["active@school.example"],"subject":"Your payment: TI2627-000002","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000002"],["Item","Subscription Bundle – 1 year"],["Period","10 June 2026 to 10 June 2027"],["Total paid","₹499.00"],["Payment","pay_LFmSq4osa5Jcdj"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781071261000,2,NULL,NULL,NULL,1781071261000,1781071383000);
INSERT INTO jobs VALUES('3518455f844d2b16792d3378','mail.send','{"to":["partly@school.example"],"subject":"Your payment: TI2627-000003","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000003"],["Item","Subscription Bundle – 1 year"],["Period","10 June 2026 to 10 June 2027"],["Total paid","₹499.00"],["Payment","pay_qXKkwEE5eJEy2J"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781071322000,1,NULL,NULL,NULL,1781071322000,1781071383000);
INSERT INTO jobs VALUES('2eb15434eaaefd3776cf42ca','payments.settle-refund','{"refundId":"eadb983a8e9865b707785626"}','done',1781071383000,1,NULL,NULL,NULL,1781071383000,1781071383000);
INSERT INTO jobs VALUES('84efce1aaa1e0f2b2122f710','mail.send','{"to":["partly@school.example"],"subject":"Your refund: TC2627-000001","heading":"Your refund is processed","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"The payment provider has sent the money back. Banks usually show it within 5 to 7 working days."},{"kind":"facts","rows":[["Number","TC2627-000001"],["Item","Subscription Bundle – 1 year"],["Total given back","₹100.00"],["Payment","pay_qXKkwEE5eJEy2J"]]},{"kind":"button","label":"Download the note","path":"/user/profile"}]}','done',1781071383000,1,NULL,NULL,NULL,1781071383000,1781071383000);
INSERT INTO jobs VALUES('63029ba825387488f8a7fb12','mail.send','{"to":["refunded@school.example"],"subject":"Your payment: TI2627-000004","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000004"],["Item","Subscription Bundle – 1 year"],["Period","10 June 2026 to 10 June 2027"],["Total paid","₹499.00"],["Payment","pay_rpsRnDlZP8IVWD"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781071383000,1,NULL,NULL,NULL,1781071383000,1781157844000);
INSERT INTO jobs VALUES('4d1411df258aeeb52eb51a56','payments.settle-refund','{"refundId":"0197150d481688d42775f12e"}','done',1781157844000,1,NULL,NULL,NULL,1781157844000,1781157844000);
INSERT INTO jobs VALUES('3c702699b85e96b6e63c6f5b','mail.send','{"to":["refunded@school.example"],"subject":"Your refund: TC2627-000002","heading":"Your refund is processed","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"The payment provider has sent the money back. Banks usually show it within 5 to 7 working days."},{"kind":"facts","rows":[["Number","TC2627-000002"],["Item","Subscription Bundle – 1 year"],["Total given back","₹499.00"],["Payment","pay_rpsRnDlZP8IVWD"]]},{"kind":"button","label":"Download the note","path":"/user/profile"}]}','done',1781157844000,1,NULL,NULL,NULL,1781157844000,1781157844000);
INSERT INTO jobs VALUES('e4cdf6e441f740cb5cd7557c','mail.send','{"to":["failedrefund@school.example"],"subject":"Your payment: TI2627-000005","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000005"],["Item","Subscription Bundle – 1 year"],["Period","11 June 2026 to 11 June 2027"],["Total paid","₹499.00"],["Payment","pay_oqwJETGx9RXFRs"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781157844000,1,NULL,NULL,NULL,1781157844000,1781157905000);
INSERT INTO jobs VALUES('ad9f46d4f65f1cd7820429fe','payments.settle-refund','{"refundId":"cde9ebe6f60cfa215eeec08e"}','done',1781157905000,1,NULL,NULL,NULL,1781157905000,1781157905000);
INSERT INTO jobs VALUES('d71cc357d8c6064733427ebe','mail.send','{"to":["pendingrefund@school.example"],"subject":"Your payment: TI2627-000006","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000006"],["Item","Subscription Bundle – 1 year"],["Period","11 June 2026 to 11 June 2027"],["Total paid","₹499.00"],["Payment","pay_gFyPB1MblYNijT"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781157905000,1,NULL,NULL,NULL,1781157905000,1781157966000);
INSERT INTO jobs VALUES('7e331dac2a54d245c595fca8','payments.settle-refund','{"refundId":"16e8982a1b458bb488a56194"}','done',1781157966000,1,NULL,NULL,NULL,1781157966000,1781157966000);
INSERT INTO jobs VALUES('f624d2f16b2da3e48883c10d','mail.send','{"to":["disputed@school.example"],"subject":"Your payment: TI2627-000007","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000007"],["Item","Subscription Bundle – 1 year"],["Period","11 June 2026 to 11 June 2027"],["Total paid","₹499.00"],["Payment","pay_a339pZHDA0qoop"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781158326000,1,NULL,NULL,NULL,1781158326000,1781158448000);
INSERT INTO jobs VALUES('8011305de4932f83672b8800','mail.send','{"to":["lost@school.example"],"subject":"Your payment: TI2627-000008","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000008"],["Item","Subscription Bundle – 1 year"],["Period","11 June 2026 to 11 June 2027"],["Total paid","₹499.00"],["Payment","pay_o5Jxnisr23meP0"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781158387000,1,NULL,NULL,NULL,1781158387000,1781158448000);
INSERT INTO jobs VALUES('eb5b45482dccef72544f2119','mail.send','{"to":["extended@school.example"],"subject":"Your payment: TI2627-000009","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000009"],["Item","Subscription Bundle – 1 year"],["Period","12 June 2026 to 12 June 2027"],["Total paid","₹499.00"],["Payment","pay_6cwt6dQ2ylaplN"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781244728000,1,NULL,NULL,NULL,1781244728000,1781244850000);
INSERT INTO jobs VALUES('6b4a7f38d21d664156097e77','mail.send','{"to":["revoked@school.example"],"subject":"Your payment: TI2627-000010","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000010"],["Item","Subscription Bundle – 1 year"],["Period","12 June 2026 to 12 June 2027"],["Total paid","₹499.00"],["Payment","pay_G7zLju1jQ3VFnx"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781244789000,1,NULL,NULL,NULL,1781244789000,1781244850000);
INSERT INTO jobs VALUES('17a8e755e4e16930f5a1013d','mail.send','{"to":["twice@school.example"],"subject":"Your payment: TI2627-000011","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000011"],["Item","Subscription Bundle – 1 year"],["Period","12 June 2026 to 12 June 2027"],["Total paid","₹499.00"],["Payment","pay_5hFaPYL4ZTLLlI"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781247610000,1,NULL,NULL,NULL,1781247610000,1781247610000);
INSERT INTO jobs VALUES('1c5cf502281737cc748501d0','mail.send','{"to":["twice@school.example"],"subject":"Your payment: TI2627-000012","heading":"Your payment has arrived","parts":[{"kind":"text","text":"TEST PAYMENT: no money has moved, and this paper is worth nothing."},{"kind":"text","text":"Thank you. Every lecture of every course is open to you."},{"kind":"facts","rows":[["Number","TI2627-000012"],["Item","Subscription Bundle – 1 year"],["Period","12 June 2026 to 12 June 2027"],["Total paid","₹499.00"],["Payment","pay_MMJ10FhM6dUalo"]]},{"kind":"button","label":"Download the receipt","path":"/user/profile"}]}','done',1781247610000,1,NULL,NULL,NULL,1781247610000,1781247610000);
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  full_name TEXT NOT NULL,
  role TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  avatar_key TEXT,
  media_epoch BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
);
INSERT INTO users VALUES('febb5f8991174ef3106b97fb','asha@school.example','Asha Admin','ADMIN','none',NULL,0,1781497800000,1781497800000,NULL);
INSERT INTO users VALUES('fac94d053d45193236b78e0f','expired@school.example','Farida Khan','USER','none',NULL,0,1748757600000,1748757600000,NULL);
INSERT INTO users VALUES('008c4fee803aefdfc5d8d794','renewed@school.example','Gopal Menon','USER','none',NULL,0,1751349600000,1751349600000,NULL);
INSERT INTO users VALUES('4260ccbf1009346cb2f60bc6','lastyear@school.example','Harini Iyer','USER','none',NULL,0,1774850400000,1774850400000,NULL);
INSERT INTO users VALUES('b46aeeac6753a52968e912b0','active@school.example','Meera Nair','USER','none',NULL,0,1781071261000,1781071261000,NULL);
INSERT INTO users VALUES('d0651858635b8fa134d487bb','partly@school.example','Nikhil Joshi','USER','none',NULL,0,1781071322000,1781071322000,NULL);
INSERT INTO users VALUES('519e857bd55ec8870167f200','refunded@school.example','Omar Sheikh','USER','none',NULL,0,1781071383000,1781071383000,NULL);
INSERT INTO users VALUES('001b4e49dcb045f226440aab','failedrefund@school.example','Pooja Das','USER','none',NULL,0,1781157844000,1781157844000,NULL);
INSERT INTO users VALUES('dac8a836ef16b874ac6956b0','pendingrefund@school.example','Qadir Ali','USER','none',NULL,0,1781157905000,1781157905000,NULL);
INSERT INTO users VALUES('95b9e98283308da030c3645a','failedpay@school.example','Ravi Kumar','USER','none',NULL,0,1781157966000,1781157966000,NULL);
INSERT INTO users VALUES('fe2c0efac63476b950147d13','begun@school.example','Sana Mirza','USER','none',NULL,0,1781158326000,1781158326000,NULL);
INSERT INTO users VALUES('7b610925c2be70ecd056b183','disputed@school.example','Tara Bose','USER','none',NULL,0,1781158326000,1781158326000,NULL);
INSERT INTO users VALUES('3c622c66b7ded47f94ca9267','lost@school.example','Usha Rani','USER','none',NULL,0,1781158387000,1781158387000,NULL);
INSERT INTO users VALUES('f872a44d4c1a1ac0a54774ab','twice@school.example','Vikram Shetty','USER','none',NULL,0,1781158448000,1781158448000,NULL);
INSERT INTO users VALUES('d2771665b8fa82d2ab122969','granted@school.example','Wahida Begum','USER','none',NULL,0,1781244728000,1781244728000,NULL);
INSERT INTO users VALUES('7231201469985a3e1f99daf4','extended@school.example','Xavier Pereira','USER','none',NULL,0,1781244728000,1781244789000,NULL);
INSERT INTO users VALUES('79b3ac6f867a97640aa4db6b','revoked@school.example','Yamini Rao','USER','none',NULL,0,1781244789000,1781244850000,NULL);
INSERT INTO users VALUES('68563e11f6c15b9dd7c20295','visitor@school.example','Zoya Akhtar','USER','none',NULL,0,1781244850000,1781244850000,NULL);
CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  last_used_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
INSERT INTO sessions VALUES('7ac1c17f81fb8af9c4f7a0bb401d2880053f1bd34b8cc154488450d5eefd6dcc','febb5f8991174ef3106b97fb',1781497800000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('c211a3f5e2cf87aa2859f34421338aa9419c871f416fd2e897216f570412daed','fac94d053d45193236b78e0f',1748757600000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('a7b3a2e4ac55988ac5175668eb8d7ba9b0eebfda2e29e8ee9e2b2a2aad329fb6','008c4fee803aefdfc5d8d794',1751349600000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('241f50300184d0a2d1c3f5a0e4a576e05196c744dba0ff60e002a1a3f551e29c','4260ccbf1009346cb2f60bc6',1774850400000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('a8ee6b46ef7ac021349bd1eb13ea3c34d5a5dce3bfff9dcea91129d22a3f2312','b46aeeac6753a52968e912b0',1781071261000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('91105f7735ebcbf5a14bc45f30d22ea459cf47dbf292741907afe482c636e9e7','d0651858635b8fa134d487bb',1781071322000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('bd2b9a1584b182c79be7a1d4549aefa32d9020d4f0ba25f0ec971c057feac67a','519e857bd55ec8870167f200',1781071383000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('9f84e710afd069eadd363c6f3ef79ca853f7087c32fcfbc3ec2c2933379b6667','001b4e49dcb045f226440aab',1781157844000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('178a2e14126dc3231d4dcc962f01a7fb09d0d0419f964230133c070840f3d7bd','dac8a836ef16b874ac6956b0',1781157905000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('905d238263d316d5809f36a7c375d30813959e1406dbadb2f86fd1daae3cc42e','95b9e98283308da030c3645a',1781157966000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('130d893cd62a22210653c90041f95e4181764b425384f4fa0f0c360b31e86381','fe2c0efac63476b950147d13',1781158326000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('b1b48e940ede44fbd98a9cb772f1bb7724c8f446b720415bfbd0b53f41fec5b4','7b610925c2be70ecd056b183',1781158326000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('8e687b49ff469d90b2779907969b52971a56d7fc3e975be452815e6c9f2f5b58','3c622c66b7ded47f94ca9267',1781158387000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('893898a439c555462e50f2e0dd14115a81a1c775e681048d96832cff2253d0c9','f872a44d4c1a1ac0a54774ab',1781158448000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('def66be638a8f58bea2915f1146eb627864d33cbf8667dbacdfc42d22404144c','d2771665b8fa82d2ab122969',1781244728000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('41579fd47ffc773275adb2c0f7d59e245df3caaf7d9c990151b06da66cf87a48','7231201469985a3e1f99daf4',1781244728000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('b6b0820fdb18663b8a20b82e907dcb4398552da53d6f3123c026617ffab21f09','79b3ac6f867a97640aa4db6b',1781244789000,1781247610000,1783839610000);
INSERT INTO sessions VALUES('0cb7e768285b9df48bc2b6cc7938e32e6b36e64fe572a49714a3e2a0e187a137','68563e11f6c15b9dd7c20295',1781244850000,1781247610000,1783839610000);
CREATE TABLE password_resets (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE TABLE setup_links (
  token_hash TEXT PRIMARY KEY,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);
INSERT INTO setup_links VALUES('5dd7a5af47460c860ce49807b822a422274cbf5a084366400ac2f85c2a73c87a',1781497800000,NULL);
CREATE TABLE contact_messages (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  message TEXT NOT NULL,
  user_id TEXT,
  created_at BIGINT NOT NULL
);
CREATE TABLE courses (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  category TEXT NOT NULL,
  created_by TEXT NOT NULL,
  thumbnail_key TEXT,
  position BIGINT NOT NULL,
  search_text TEXT NOT NULL,
  author_id TEXT,
  published_at BIGINT,
  deleted_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
, purged_at BIGINT);
INSERT INTO courses VALUES('e89c1c74d8bedcfbd6c097eb','Reading the monsoon','Clouds and wind.','Science','Ila Rao',NULL,1,replace('reading the monsoon\nscience\nila rao\nclouds and wind.','\n',char(10)),NULL,1781497800000,NULL,1781497800000,1781497800000,NULL);
INSERT INTO courses VALUES('ae5fd077a33343d802440ac6','The shopkeeper''s balance sheet','Books that balance.','Accounting','Joseph Pinto',NULL,2,replace('the shopkeeper''s balance sheet\naccounting\njoseph pinto\nbooks that balance.','\n',char(10)),NULL,1781497800000,NULL,1781497800000,1781497800000,NULL);
CREATE TABLE lectures (
  id TEXT PRIMARY KEY,
  course_id TEXT NOT NULL REFERENCES courses (id),
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  position BIGINT NOT NULL,
  video_key TEXT NOT NULL,
  video_version BIGINT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  duration_ms BIGINT,
  published_at BIGINT,
  deleted_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
, chapters TEXT NOT NULL DEFAULT '', is_free_preview BIGINT NOT NULL DEFAULT 0, purged_at BIGINT);
INSERT INTO lectures VALUES('aea3605756c58ab3311caeaa','e89c1c74d8bedcfbd6c097eb','Warm land, cool sea','Where the wind begins.',1,'videos/aea3605756c58ab3311caeaa-1.mp4',1,'video/mp4',1000,600000,1781497800000,NULL,1781497800000,1781497800000,'',0,NULL);
INSERT INTO lectures VALUES('e96a7c326c87fe87dbdf5df4','e89c1c74d8bedcfbd6c097eb','The first cloud','Where the wind begins.',2,'videos/e96a7c326c87fe87dbdf5df4-1.mp4',1,'video/mp4',1000,600000,1781497800000,NULL,1781497800000,1781497800000,'',0,NULL);
INSERT INTO lectures VALUES('e1bb8dd72924a5975076db70','e89c1c74d8bedcfbd6c097eb','Rain shadow','Where the wind begins.',3,'videos/e1bb8dd72924a5975076db70-1.mp4',1,'video/mp4',1000,600000,1781497800000,NULL,1781497800000,1781497800000,'',0,NULL);
INSERT INTO lectures VALUES('729bb80cc91b5381aded3eab','ae5fd077a33343d802440ac6','Debit and credit','Where the wind begins.',4,'videos/729bb80cc91b5381aded3eab-1.mp4',1,'video/mp4',1000,600000,1781497800000,NULL,1781497800000,1781497800000,'',0,NULL);
INSERT INTO lectures VALUES('612bc6f4956c273477c6b136','ae5fd077a33343d802440ac6','The trial balance','Where the wind begins.',5,'videos/612bc6f4956c273477c6b136-1.mp4',1,'video/mp4',1000,600000,1781497800000,NULL,1781497800000,1781497800000,'',0,NULL);
CREATE TABLE payment_attempts (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  provider TEXT NOT NULL,
  mode TEXT NOT NULL,
  key_id TEXT NOT NULL,
  plan_ref TEXT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  currency TEXT NOT NULL,
  cycles BIGINT NOT NULL,
  subscription_ref TEXT UNIQUE,
  state TEXT NOT NULL,
  creating_until BIGINT NOT NULL,
  provider_status TEXT,
  provider_status_at BIGINT NOT NULL,
  is_over BIGINT NOT NULL,
  auto_renew BIGINT NOT NULL,
  current_end BIGINT,
  expires_at BIGINT NOT NULL,
  checked_at BIGINT NOT NULL,
  cancel_when TEXT,
  cancel_requested_at BIGINT,
  cancel_accepted_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
, buyer_state TEXT, checkout_url TEXT);
INSERT INTO payment_attempts VALUES('3297346969c7bb5668dd3d57','fac94d053d45193236b78e0f','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_O6LJJtzMNyd87Z','settled',1748757660000,'created',0,0,0,NULL,1748844000000,1748757600000,NULL,NULL,NULL,1748757600000,1748757600000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('359b9072954d86ea1cfd76eb','008c4fee803aefdfc5d8d794','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_AP8259rcDuxiAo','settled',1751349660000,'created',0,0,0,NULL,1751436000000,1751349600000,NULL,NULL,NULL,1751349600000,1781071200000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('a18bcbb17cd17902527560b8','4260ccbf1009346cb2f60bc6','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_HDZop1Yt3e63O7','settled',1774850460000,'created',0,0,0,NULL,1774936800000,1774850400000,NULL,NULL,NULL,1774850400000,1774850400000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('3ad996ea133067a7aedcdc0e','008c4fee803aefdfc5d8d794','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_xuRpV2SSr1Nz6e','settled',1781071260000,'created',0,0,0,NULL,1781157600000,1781071200000,NULL,NULL,NULL,1781071200000,1781071200000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('559f27f7331d84a0a1851c41','b46aeeac6753a52968e912b0','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_A6wFgqdDTd7uUC','settled',1781071321000,'created',0,0,0,NULL,1781157661000,1781071261000,NULL,NULL,NULL,1781071261000,1781071261000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('d5c646e72bc69b664ec7362c','d0651858635b8fa134d487bb','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_YJasY6bu7qGOd0','settled',1781071382000,'created',0,0,0,NULL,1781157722000,1781071322000,NULL,NULL,NULL,1781071322000,1781071383000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('f6d6c94806d9f5fd9d54456a','519e857bd55ec8870167f200','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_r0QzQcp8kIgUvL','settled',1781071443000,'created',0,0,0,NULL,1781157783000,1781071383000,'now',1781157844000,1781157844000,1781071383000,1781157844000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('6af5359107498b93a1642540','001b4e49dcb045f226440aab','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_4Pik2HDvzV08Gv','settled',1781157904000,'created',0,0,0,NULL,1781244244000,1781157844000,'now',1781157905000,1781157905000,1781157844000,1781157905000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('f5077e312e987527abedf57e','dac8a836ef16b874ac6956b0','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_Qc5fobyTKONsID','settled',1781157965000,'created',0,0,0,NULL,1781244305000,1781157905000,'now',1781157966000,1781157966000,1781157905000,1781157966000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('addca445448778c8e96a465b','95b9e98283308da030c3645a','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_PsDTW2kerfDynI','open',1781158026000,'expired',1781247610000,1,0,NULL,1781244366000,1781247610000,NULL,NULL,NULL,1781157966000,1781247610000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('08b1abe31bf1ddd6060f36bd','fe2c0efac63476b950147d13','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_Q06Hn4pdPE6pj5','open',1781158386000,'expired',1781247610000,1,0,NULL,1781244726000,1781247610000,NULL,NULL,NULL,1781158326000,1781247610000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('c6fa9868b5fd3140d6b6e6ca','7b610925c2be70ecd056b183','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_N2QHsfIE2bV2xw','settled',1781158386000,'created',0,0,0,NULL,1781244726000,1781158326000,NULL,NULL,NULL,1781158326000,1781158448000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('62ba41ae97b60a9a728408d0','3c622c66b7ded47f94ca9267','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_ia3eoFi4RR4KT7','settled',1781158447000,'created',0,0,0,NULL,1781244787000,1781158387000,NULL,NULL,NULL,1781158387000,1781158448000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('b2d1ec70b324272607d92389','f872a44d4c1a1ac0a54774ab','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_t0vHfow9QN6tj6','settled',1781158508000,'completed',1781247610000,1,0,1812738600000,1781244848000,1781247610000,NULL,NULL,NULL,1781158448000,1781247610000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('1d12cdce1dd46492529c917c','f872a44d4c1a1ac0a54774ab','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_kQxjRopoRGQhNJ','settled',1781243708000,'completed',1781247610000,1,0,1812738600000,1781330048000,1781247610000,NULL,NULL,NULL,1781243648000,1781247610000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('658c9d16dd721babc9b8ed21','7231201469985a3e1f99daf4','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_56fgWvVP19XLrW','settled',1781244788000,'created',0,0,0,NULL,1781331128000,1781244728000,NULL,NULL,NULL,1781244728000,1781244789000,'Karnataka',NULL);
INSERT INTO payment_attempts VALUES('22a99f8811b834f4fc84d041','79b3ac6f867a97640aa4db6b','razorpay','test','rzp_test_fLwYHfleVGjjTf','plan_yNDUgp7TgnohLd',49900,'INR',1,'sub_RXxuoU9b0Yigi9','settled',1781244849000,'created',0,0,0,NULL,1781331189000,1781244789000,NULL,NULL,NULL,1781244789000,1781244850000,'Karnataka',NULL);
CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  provider_payment_id TEXT NOT NULL UNIQUE,
  attempt_id TEXT REFERENCES payment_attempts (id),
  user_id TEXT,
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  confirmed BIGINT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  currency TEXT NOT NULL,
  method TEXT,
  masked TEXT,
  invoice_ref TEXT,
  failure TEXT,
  initiated_at BIGINT NOT NULL,
  captured_at BIGINT,
  period_end BIGINT,
  access_until BIGINT,
  refundable_until BIGINT,
  receipt_no TEXT UNIQUE,
  problem TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
, standing TEXT, counted_day TEXT, counted_sold BIGINT, counted_gross_in_paise BIGINT, counted_refunded_in_paise BIGINT, counted_lost_in_paise BIGINT, handled_at BIGINT);
INSERT INTO payments VALUES('9e133dacd6585a3a52c7acf0','razorpay','pay_s0QMKXwVy8MnTr','3297346969c7bb5668dd3d57','fac94d053d45193236b78e0f','test','captured',1,49900,'INR','card','Visa ••••4366','inv_9p5ofcv8ZsLhad',NULL,1748757600000,1748757600000,NULL,1780293600000,1749407399999,'TI2526-000001',NULL,1748757600000,1748757600000,'paid','2025-06-01',1,49900,0,0,NULL);
INSERT INTO payments VALUES('cf1382e59ec33a4f33d4f944','razorpay','pay_wQTrcipxALCvXb','359b9072954d86ea1cfd76eb','008c4fee803aefdfc5d8d794','test','captured',1,49900,'INR','card','Visa ••••4366','inv_dMl7tBER1tu8ms',NULL,1751349600000,1751349600000,NULL,1782885600000,1751999399999,'TI2526-000002',NULL,1751349600000,1751349600000,'paid','2025-07-01',1,49900,0,0,NULL);
INSERT INTO payments VALUES('bbe0252fa30bd560960a1c60','razorpay','pay_19FTcKwEXrs5fE','a18bcbb17cd17902527560b8','4260ccbf1009346cb2f60bc6','test','captured',1,49900,'INR','card','Visa ••••4366','inv_d8lb1n1p4LFJT6',NULL,1774850400000,1774850400000,NULL,1806386400000,1775500199999,'TI2526-000003',NULL,1774850400000,1774850400000,'paid','2026-03-30',1,49900,0,0,NULL);
INSERT INTO payments VALUES('367dc52be3616f60ecd88553','razorpay','pay_WqtDO00C6EFt8X','3ad996ea133067a7aedcdc0e','008c4fee803aefdfc5d8d794','test','captured',1,49900,'INR','card','Visa ••••4366','inv_0EUN9xvZcEP7Hd',NULL,1781071200000,1781071200000,NULL,1814421600000,1781720999999,'TI2627-000001',NULL,1781071200000,1781071200000,'paid','2026-06-10',1,49900,0,0,NULL);
INSERT INTO payments VALUES('342d9ee0ac02bf8604bed226','razorpay','pay_LFmSq4osa5Jcdj','559f27f7331d84a0a1851c41','b46aeeac6753a52968e912b0','test','captured',1,49900,'INR','card','Visa ••••4366','inv_h6thc22bQltMAL',NULL,1781071261000,1781071261000,NULL,1812607261000,1781720999999,'TI2627-000002',NULL,1781071261000,1781071261000,'paid','2026-06-10',1,49900,0,0,NULL);
INSERT INTO payments VALUES('e09ed97a989915835fcc3bda','razorpay','pay_qXKkwEE5eJEy2J','d5c646e72bc69b664ec7362c','d0651858635b8fa134d487bb','test','captured',1,49900,'INR','card','Visa ••••4366','inv_yOM1lbksDeWFa8',NULL,1781071322000,1781071322000,NULL,1812607322000,1781720999999,'TI2627-000003',NULL,1781071322000,1781071383000,'partly_refunded','2026-06-10',1,49900,10000,0,NULL);
INSERT INTO payments VALUES('9e9b0913054c7ad46379bbfb','razorpay','pay_rpsRnDlZP8IVWD','f6d6c94806d9f5fd9d54456a','519e857bd55ec8870167f200','test','captured',1,49900,'INR','card','Visa ••••4366','inv_2IUgi8l5n68vq2',NULL,1781071383000,1781071383000,NULL,1812607383000,1781720999999,'TI2627-000004',NULL,1781071383000,1781157844000,'refunded','2026-06-10',0,49900,49900,0,NULL);
INSERT INTO payments VALUES('1e6377b01b0eaa584be10e58','razorpay','pay_oqwJETGx9RXFRs','6af5359107498b93a1642540','001b4e49dcb045f226440aab','test','captured',1,49900,'INR','card','Visa ••••4366','inv_nEwqFDPpXOqNGX',NULL,1781157844000,1781157844000,NULL,1812693844000,1781807399999,'TI2627-000005',NULL,1781157844000,1781157905000,'refund_pending','2026-06-11',0,49900,49900,0,NULL);
INSERT INTO payments VALUES('296f2218d669c4c99a4072ec','razorpay','pay_gFyPB1MblYNijT','f5077e312e987527abedf57e','dac8a836ef16b874ac6956b0','test','captured',1,49900,'INR','card','Visa ••••4366','inv_jFoiPBGqNeYrva',NULL,1781157905000,1781157905000,NULL,1812693905000,1781807399999,'TI2627-000006',NULL,1781157905000,1781157966000,'refund_pending','2026-06-11',0,49900,49900,0,NULL);
INSERT INTO payments VALUES('a363977e7cf72fa0b8f7d554','razorpay','pay_a339pZHDA0qoop','c6fa9868b5fd3140d6b6e6ca','7b610925c2be70ecd056b183','test','captured',1,49900,'INR','card','Visa ••••4366','inv_NSXTFPPI7HdBO0',NULL,1781158326000,1781158326000,NULL,1812694326000,1781807399999,'TI2627-000007',NULL,1781158326000,1781158448000,'disputed','2026-06-11',1,49900,0,0,NULL);
INSERT INTO payments VALUES('3deed98f92998091fe046887','razorpay','pay_o5Jxnisr23meP0','62ba41ae97b60a9a728408d0','3c622c66b7ded47f94ca9267','test','captured',1,49900,'INR','card','Visa ••••4366','inv_rKojeLTmdZ1oBw',NULL,1781158387000,1781158387000,NULL,1812694387000,1781807399999,'TI2627-000008',NULL,1781158387000,1781158448000,'disputed','2026-06-11',1,49900,0,49900,NULL);
INSERT INTO payments VALUES('fe4e61b722a0dc5ff32d287a','razorpay','pay_6cwt6dQ2ylaplN','658c9d16dd721babc9b8ed21','7231201469985a3e1f99daf4','test','captured',1,49900,'INR','card','Visa ••••4366','inv_q1tLmpYonW5IPE',NULL,1781244728000,1781244728000,NULL,1812780728000,1781893799999,'TI2627-000009',NULL,1781244728000,1781244728000,'paid','2026-06-12',1,49900,0,0,NULL);
INSERT INTO payments VALUES('502a2e61149de97a0208f587','razorpay','pay_G7zLju1jQ3VFnx','22a99f8811b834f4fc84d041','79b3ac6f867a97640aa4db6b','test','captured',1,49900,'INR','card','Visa ••••4366','inv_ZRYLIAnHbhydkA',NULL,1781244789000,1781244789000,NULL,1812780789000,1781893799999,'TI2627-000010',NULL,1781244789000,1781244789000,'paid','2026-06-12',1,49900,0,0,NULL);
INSERT INTO payments VALUES('b935b9454e6d34d696d247a1','razorpay','pay_5hFaPYL4ZTLLlI','1d12cdce1dd46492529c917c','f872a44d4c1a1ac0a54774ab','test','captured',1,49900,'INR','card','Visa ••••4366','inv_I8Q4ukJFicBXdZ',NULL,1781244008000,1781244008000,1812738600000,1812780008000,1781893799999,'TI2627-000011','duplicate',1781247610000,1781247610000,'duplicate','2026-06-12',1,49900,0,0,NULL);
INSERT INTO payments VALUES('23c306d7e146e2c8e8b22a73','razorpay','pay_MMJ10FhM6dUalo','b2d1ec70b324272607d92389','f872a44d4c1a1ac0a54774ab','test','captured',1,49900,'INR','card','Visa ••••4366','inv_9x341idzYJm3ay',NULL,1781243648000,1781243648000,1812738600000,1812779648000,1781893799999,'TI2627-000012',NULL,1781247610000,1781247610000,'paid','2026-06-12',1,49900,0,0,NULL);
CREATE TABLE refunds (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  provider_refund_id TEXT UNIQUE,
  provider_payment_id TEXT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  idempotency_key TEXT UNIQUE,
  ends_access BIGINT NOT NULL,
  accepted_at BIGINT,
  bank_reference TEXT,
  requested_by TEXT,
  reason TEXT,
  checked_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
INSERT INTO refunds VALUES('eadb983a8e9865b707785626','razorpay','rfnd_XRti7WNdFhd53F','pay_qXKkwEE5eJEy2J',10000,'INR','processed','refund-pay_qXKkwEE5eJEy2J-part-1',0,1781071383000,NULL,'admin febb5f8991174ef3106b97fb','Late start',1781071383000,1781071383000,1781071383000);
INSERT INTO refunds VALUES('0197150d481688d42775f12e','razorpay','rfnd_b8kwmMwkIQrqg8','pay_rpsRnDlZP8IVWD',49900,'INR','processed','refund-pay_rpsRnDlZP8IVWD-full',1,1781157844000,NULL,'user 519e857bd55ec8870167f200','cancelled inside the refund window',1781157844000,1781157844000,1781157844000);
INSERT INTO refunds VALUES('cde9ebe6f60cfa215eeec08e','razorpay','rfnd_noWV3okQ6WD57S','pay_oqwJETGx9RXFRs',49900,'INR','pending','refund-pay_oqwJETGx9RXFRs-full',1,1781157905000,NULL,'user 001b4e49dcb045f226440aab','cancelled inside the refund window',1781157905000,1781157905000,1781157905000);
INSERT INTO refunds VALUES('16e8982a1b458bb488a56194','razorpay','rfnd_YBHo8cI8Rq32zj','pay_gFyPB1MblYNijT',49900,'INR','pending','refund-pay_gFyPB1MblYNijT-full',1,1781157966000,NULL,'user dac8a836ef16b874ac6956b0','cancelled inside the refund window',1781157966000,1781157966000,1781157966000);
CREATE TABLE disputes (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  provider_dispute_id TEXT NOT NULL UNIQUE,
  provider_payment_id TEXT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  currency TEXT NOT NULL,
  phase TEXT NOT NULL,
  status TEXT NOT NULL,
  respond_by BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
INSERT INTO disputes VALUES('3c59f35a9db57553b5643f6d','razorpay','disp_EzNl18bF5kzVEH','pay_a339pZHDA0qoop',49900,'INR','chargeback','open',1781763248000,1781158448000,1781158448000);
INSERT INTO disputes VALUES('ae3c51f5717efaaea9829a59','razorpay','disp_QIhWWDCs0sCNYq','pay_o5Jxnisr23meP0',49900,'INR','chargeback','lost',1781763248000,1781158448000,1781158448000);
CREATE TABLE webhook_events (
  event_id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  outcome TEXT NOT NULL,
  received_at BIGINT NOT NULL
);
INSERT INTO webhook_events VALUES('DpdErGWN574nG0','razorpay','payment.dispute.created','{"entity":"event","account_id":"acc_IrvwHqTZLvVeUK","event":"payment.dispute.created","contains":["payment","dispute"],"payload":{"payment":{"entity":{"id":"pay_a339pZHDA0qoop","entity":"payment","amount":49900,"currency":"INR","status":"captured","order_id":"order_JWDw3FPnPwWLcj","invoice_id":"inv_NSXTFPPI7HdBO0","international":false,"amount_refunded":0,"refund_status":null,"captured":true,"description":"Recurring Payment via Subscription","method":"card","card_id":"card_73ssMmxieq3kyl","card":{"id":"card_73ssMmxieq3kyl","entity":"card","name":"","last4":"4366","network":"Visa","type":"debit","issuer":null,"international":false,"emi":false,"sub_type":"consumer","token_iin":null},"vpa":null,"bank":null,"wallet":null,"email":"void@razorpay.com","contact":"+919999999999","customer_id":"cust_9jVpGJlAhqtevY","token_id":null,"notes":[],"fee":1178,"tax":180,"error_code":null,"error_description":null,"error_source":null,"error_step":null,"error_reason":null,"acquirer_data":{"auth_code":"A0qoop"},"created_at":1781158326}},"dispute":{"entity":{"id":"disp_EzNl18bF5kzVEH","entity":"dispute","payment_id":"pay_a339pZHDA0qoop","amount":49900,"currency":"INR","amount_deducted":0,"reason_code":"goods_or_services_not_received","respond_by":1781763248,"status":"open","phase":"chargeback","evidence":{"amount":49900,"summary":null,"submitted_at":null},"created_at":1781158448}}},"created_at":1781158448}','applied',1781158448000);
INSERT INTO webhook_events VALUES('3y0yDIjwj7yliH','razorpay','payment.dispute.created','{"entity":"event","account_id":"acc_IrvwHqTZLvVeUK","event":"payment.dispute.created","contains":["payment","dispute"],"payload":{"payment":{"entity":{"id":"pay_o5Jxnisr23meP0","entity":"payment","amount":49900,"currency":"INR","status":"captured","order_id":"order_yMbahdPQJt4Rvv","invoice_id":"inv_rKojeLTmdZ1oBw","international":false,"amount_refunded":0,"refund_status":null,"captured":true,"description":"Recurring Payment via Subscription","method":"card","card_id":"card_tMA7afvPz9z4NG","card":{"id":"card_tMA7afvPz9z4NG","entity":"card","name":"","last4":"4366","network":"Visa","type":"debit","issuer":null,"international":false,"emi":false,"sub_type":"consumer","token_iin":null},"vpa":null,"bank":null,"wallet":null,"email":"void@razorpay.com","contact":"+919999999999","customer_id":"cust_mP2Voskbg6tdRN","token_id":null,"notes":[],"fee":1178,"tax":180,"error_code":null,"error_description":null,"error_source":null,"error_step":null,"error_reason":null,"acquirer_data":{"auth_code":"23meP0"},"created_at":1781158387}},"dispute":{"entity":{"id":"disp_QIhWWDCs0sCNYq","entity":"dispute","payment_id":"pay_o5Jxnisr23meP0","amount":49900,"currency":"INR","amount_deducted":0,"reason_code":"goods_or_services_not_received","respond_by":1781763248,"status":"open","phase":"chargeback","evidence":{"amount":49900,"summary":null,"submitted_at":null},"created_at":1781158448}}},"created_at":1781158448}','applied',1781158448000);
INSERT INTO webhook_events VALUES('8nuUMuiqoJA9C1','razorpay','payment.dispute.lost','{"entity":"event","account_id":"acc_IrvwHqTZLvVeUK","event":"payment.dispute.lost","contains":["payment","dispute"],"payload":{"payment":{"entity":{"id":"pay_o5Jxnisr23meP0","entity":"payment","amount":49900,"currency":"INR","status":"captured","order_id":"order_yMbahdPQJt4Rvv","invoice_id":"inv_rKojeLTmdZ1oBw","international":false,"amount_refunded":0,"refund_status":null,"captured":true,"description":"Recurring Payment via Subscription","method":"card","card_id":"card_tMA7afvPz9z4NG","card":{"id":"card_tMA7afvPz9z4NG","entity":"card","name":"","last4":"4366","network":"Visa","type":"debit","issuer":null,"international":false,"emi":false,"sub_type":"consumer","token_iin":null},"vpa":null,"bank":null,"wallet":null,"email":"void@razorpay.com","contact":"+919999999999","customer_id":"cust_mP2Voskbg6tdRN","token_id":null,"notes":[],"fee":1178,"tax":180,"error_code":null,"error_description":null,"error_source":null,"error_step":null,"error_reason":null,"acquirer_data":{"auth_code":"23meP0"},"created_at":1781158387}},"dispute":{"entity":{"id":"disp_QIhWWDCs0sCNYq","entity":"dispute","payment_id":"pay_o5Jxnisr23meP0","amount":49900,"currency":"INR","amount_deducted":49900,"reason_code":"goods_or_services_not_received","respond_by":1781763248,"status":"lost","phase":"chargeback","evidence":{"amount":49900,"summary":null,"submitted_at":null},"created_at":1781158448}}},"created_at":1781158448}','applied',1781158448000);
CREATE TABLE payment_audit (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  user_id TEXT,
  attempt_id TEXT,
  payment_id TEXT,
  detail TEXT NOT NULL
);
INSERT INTO payment_audit VALUES('e985a4b7da4b9686dc462e51',1748757600000,'user fac94d053d45193236b78e0f','subscription created','fac94d053d45193236b78e0f','3297346969c7bb5668dd3d57',NULL,'{"ref":"sub_O6LJJtzMNyd87Z"}');
INSERT INTO payment_audit VALUES('b84f84d3b313999d4768c37e',1748757600000,'verify','payment captured','fac94d053d45193236b78e0f','3297346969c7bb5668dd3d57','pay_s0QMKXwVy8MnTr','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('ad4ec3ea3473300481884e93',1751349600000,'user 008c4fee803aefdfc5d8d794','subscription created','008c4fee803aefdfc5d8d794','359b9072954d86ea1cfd76eb',NULL,'{"ref":"sub_AP8259rcDuxiAo"}');
INSERT INTO payment_audit VALUES('47beb1efb2fcfb91dd895123',1751349600000,'verify','payment captured','008c4fee803aefdfc5d8d794','359b9072954d86ea1cfd76eb','pay_wQTrcipxALCvXb','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('88912fbee365c10ff58df3ff',1774850400000,'user 4260ccbf1009346cb2f60bc6','subscription created','4260ccbf1009346cb2f60bc6','a18bcbb17cd17902527560b8',NULL,'{"ref":"sub_HDZop1Yt3e63O7"}');
INSERT INTO payment_audit VALUES('e4b367092c4fcf3b0780a532',1774850400000,'verify','payment captured','4260ccbf1009346cb2f60bc6','a18bcbb17cd17902527560b8','pay_19FTcKwEXrs5fE','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('648c3bb2d1f14c031ccd8ecf',1781071200000,'user 008c4fee803aefdfc5d8d794','subscription created','008c4fee803aefdfc5d8d794','3ad996ea133067a7aedcdc0e',NULL,'{"ref":"sub_xuRpV2SSr1Nz6e"}');
INSERT INTO payment_audit VALUES('8efae4e96ea79233b05d2430',1781071200000,'verify','payment captured','008c4fee803aefdfc5d8d794','3ad996ea133067a7aedcdc0e','pay_WqtDO00C6EFt8X','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('ea03feece40b4957c301ac24',1781071261000,'user b46aeeac6753a52968e912b0','subscription created','b46aeeac6753a52968e912b0','559f27f7331d84a0a1851c41',NULL,'{"ref":"sub_A6wFgqdDTd7uUC"}');
INSERT INTO payment_audit VALUES('4bc1306cfc44c6afe58b6065',1781071261000,'verify','payment captured','b46aeeac6753a52968e912b0','559f27f7331d84a0a1851c41','pay_LFmSq4osa5Jcdj','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('3f0ba08dfcfc04f1705a696b',1781071322000,'user d0651858635b8fa134d487bb','subscription created','d0651858635b8fa134d487bb','d5c646e72bc69b664ec7362c',NULL,'{"ref":"sub_YJasY6bu7qGOd0"}');
INSERT INTO payment_audit VALUES('dad80bf9969741bf23700d29',1781071322000,'verify','payment captured','d0651858635b8fa134d487bb','d5c646e72bc69b664ec7362c','pay_qXKkwEE5eJEy2J','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('1ea8c5af12f804f28ed500f4',1781071383000,'admin febb5f8991174ef3106b97fb','refund requested',NULL,NULL,'pay_qXKkwEE5eJEy2J','{"amountInPaise":10000,"reason":"Late start"}');
INSERT INTO payment_audit VALUES('2885fd27f9b4a369da4f95e4',1781071383000,'cancellation','refund processed','d0651858635b8fa134d487bb',NULL,'pay_qXKkwEE5eJEy2J','{"refund":"rfnd_XRti7WNdFhd53F","amountInPaise":10000}');
INSERT INTO payment_audit VALUES('dbbbf09be7d97d33eef24433',1781071383000,'user 519e857bd55ec8870167f200','subscription created','519e857bd55ec8870167f200','f6d6c94806d9f5fd9d54456a',NULL,'{"ref":"sub_r0QzQcp8kIgUvL"}');
INSERT INTO payment_audit VALUES('facb141200b04f50a541881c',1781071383000,'verify','payment captured','519e857bd55ec8870167f200','f6d6c94806d9f5fd9d54456a','pay_rpsRnDlZP8IVWD','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('3cd7d9b8bc03a86e7748c993',1781157844000,'user 519e857bd55ec8870167f200','refund requested',NULL,NULL,'pay_rpsRnDlZP8IVWD','{"amountInPaise":49900,"reason":"cancelled inside the refund window"}');
INSERT INTO payment_audit VALUES('bd0d6a068c411f40feb34d74',1781157844000,'cancellation','cancel taken: now','519e857bd55ec8870167f200','f6d6c94806d9f5fd9d54456a',NULL,'{}');
INSERT INTO payment_audit VALUES('79524e8eb50c12397d4df11e',1781157844000,'cancellation','refund processed','519e857bd55ec8870167f200',NULL,'pay_rpsRnDlZP8IVWD','{"refund":"rfnd_b8kwmMwkIQrqg8","amountInPaise":49900}');
INSERT INTO payment_audit VALUES('ab839f998ad89aec0d92c654',1781157844000,'user 001b4e49dcb045f226440aab','subscription created','001b4e49dcb045f226440aab','6af5359107498b93a1642540',NULL,'{"ref":"sub_4Pik2HDvzV08Gv"}');
INSERT INTO payment_audit VALUES('d5d3f7acae7ffa79a7b5146c',1781157844000,'verify','payment captured','001b4e49dcb045f226440aab','6af5359107498b93a1642540','pay_oqwJETGx9RXFRs','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('a3b62688e924e95e53e75ab7',1781157905000,'user 001b4e49dcb045f226440aab','refund requested',NULL,NULL,'pay_oqwJETGx9RXFRs','{"amountInPaise":49900,"reason":"cancelled inside the refund window"}');
INSERT INTO payment_audit VALUES('4cd0df64105a6a9725c459db',1781157905000,'cancellation','cancel taken: now','001b4e49dcb045f226440aab','6af5359107498b93a1642540',NULL,'{}');
INSERT INTO payment_audit VALUES('9ced300100dc0fabafdec617',1781157905000,'cancellation','refund pending','001b4e49dcb045f226440aab',NULL,'pay_oqwJETGx9RXFRs','{"refund":"rfnd_noWV3okQ6WD57S","amountInPaise":49900}');
INSERT INTO payment_audit VALUES('62cb91e99f161ec84d6967a9',1781157905000,'user dac8a836ef16b874ac6956b0','subscription created','dac8a836ef16b874ac6956b0','f5077e312e987527abedf57e',NULL,'{"ref":"sub_Qc5fobyTKONsID"}');
INSERT INTO payment_audit VALUES('ca2b4559ed0e28c0183c9c7b',1781157905000,'verify','payment captured','dac8a836ef16b874ac6956b0','f5077e312e987527abedf57e','pay_gFyPB1MblYNijT','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('dba7aded47eaf91b68d1b57a',1781157966000,'user dac8a836ef16b874ac6956b0','refund requested',NULL,NULL,'pay_gFyPB1MblYNijT','{"amountInPaise":49900,"reason":"cancelled inside the refund window"}');
INSERT INTO payment_audit VALUES('542040bc67693a197b68a450',1781157966000,'cancellation','cancel taken: now','dac8a836ef16b874ac6956b0','f5077e312e987527abedf57e',NULL,'{}');
INSERT INTO payment_audit VALUES('b35917f871554d77500ef459',1781157966000,'cancellation','refund pending','dac8a836ef16b874ac6956b0',NULL,'pay_gFyPB1MblYNijT','{"refund":"rfnd_YBHo8cI8Rq32zj","amountInPaise":49900}');
INSERT INTO payment_audit VALUES('ae516c98e07daba319ecf36a',1781157966000,'user 95b9e98283308da030c3645a','subscription created','95b9e98283308da030c3645a','addca445448778c8e96a465b',NULL,'{"ref":"sub_PsDTW2kerfDynI"}');
INSERT INTO payment_audit VALUES('d0204a6cfd9760c37fb35873',1781158326000,'user fe2c0efac63476b950147d13','subscription created','fe2c0efac63476b950147d13','08b1abe31bf1ddd6060f36bd',NULL,'{"ref":"sub_Q06Hn4pdPE6pj5"}');
INSERT INTO payment_audit VALUES('eececce06c9d03957f891b7d',1781158326000,'user 7b610925c2be70ecd056b183','subscription created','7b610925c2be70ecd056b183','c6fa9868b5fd3140d6b6e6ca',NULL,'{"ref":"sub_N2QHsfIE2bV2xw"}');
INSERT INTO payment_audit VALUES('5afbda1e47e0e617c0653a32',1781158326000,'verify','payment captured','7b610925c2be70ecd056b183','c6fa9868b5fd3140d6b6e6ca','pay_a339pZHDA0qoop','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('30c2294578d8217fef987660',1781158387000,'user 3c622c66b7ded47f94ca9267','subscription created','3c622c66b7ded47f94ca9267','62ba41ae97b60a9a728408d0',NULL,'{"ref":"sub_ia3eoFi4RR4KT7"}');
INSERT INTO payment_audit VALUES('57c4c210132cdd8b040d7a3d',1781158387000,'verify','payment captured','3c622c66b7ded47f94ca9267','62ba41ae97b60a9a728408d0','pay_o5Jxnisr23meP0','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('d81308a85e9c4460adc8939c',1781158448000,'webhook payment.dispute.created','dispute open','7b610925c2be70ecd056b183',NULL,'pay_a339pZHDA0qoop','{"dispute":"disp_EzNl18bF5kzVEH","phase":"chargeback","respondBy":1781763248000}');
INSERT INTO payment_audit VALUES('ece6e67c4ccf168d4642ba38',1781158448000,'webhook payment.dispute.created','dispute open','3c622c66b7ded47f94ca9267',NULL,'pay_o5Jxnisr23meP0','{"dispute":"disp_QIhWWDCs0sCNYq","phase":"chargeback","respondBy":1781763248000}');
INSERT INTO payment_audit VALUES('947a796a41a27a97432c0004',1781158448000,'webhook payment.dispute.lost','dispute lost','3c622c66b7ded47f94ca9267',NULL,'pay_o5Jxnisr23meP0','{"dispute":"disp_QIhWWDCs0sCNYq","phase":"chargeback","respondBy":1781763248000}');
INSERT INTO payment_audit VALUES('26cf81c65f504a285973df1e',1781158448000,'user f872a44d4c1a1ac0a54774ab','subscription created','f872a44d4c1a1ac0a54774ab','b2d1ec70b324272607d92389',NULL,'{"ref":"sub_t0vHfow9QN6tj6"}');
INSERT INTO payment_audit VALUES('511cc6ffe4dbf15af783cb20',1781243648000,'user f872a44d4c1a1ac0a54774ab','subscription created','f872a44d4c1a1ac0a54774ab','1d12cdce1dd46492529c917c',NULL,'{"ref":"sub_kQxjRopoRGQhNJ"}');
INSERT INTO payment_audit VALUES('4be659295d570550cd734414',1781244728000,'admin febb5f8991174ef3106b97fb','access granted','d2771665b8fa82d2ab122969',NULL,NULL,'{"reason":"Scholarship","until":1798741799999,"days":0}');
INSERT INTO payment_audit VALUES('16632efa987ca55e6a94e12e',1781244728000,'user 7231201469985a3e1f99daf4','subscription created','7231201469985a3e1f99daf4','658c9d16dd721babc9b8ed21',NULL,'{"ref":"sub_56fgWvVP19XLrW"}');
INSERT INTO payment_audit VALUES('4325bfa76eef7067a62248c3',1781244728000,'verify','payment captured','7231201469985a3e1f99daf4','658c9d16dd721babc9b8ed21','pay_6cwt6dQ2ylaplN','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('7074b1f4239a9d1e0a6784ab',1781244789000,'admin febb5f8991174ef3106b97fb','access extended','7231201469985a3e1f99daf4',NULL,'pay_6cwt6dQ2ylaplN','{"reason":"Was ill","until":1815372728000,"days":30}');
INSERT INTO payment_audit VALUES('81fe8b975ded204670e153bc',1781244789000,'user 79b3ac6f867a97640aa4db6b','subscription created','79b3ac6f867a97640aa4db6b','22a99f8811b834f4fc84d041',NULL,'{"ref":"sub_RXxuoU9b0Yigi9"}');
INSERT INTO payment_audit VALUES('56bd73bdb48296c7bb796f38',1781244789000,'verify','payment captured','79b3ac6f867a97640aa4db6b','22a99f8811b834f4fc84d041','pay_G7zLju1jQ3VFnx','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('4e4db9bb0e111a34eef6f270',1781244850000,'admin febb5f8991174ef3106b97fb','access revoked','79b3ac6f867a97640aa4db6b',NULL,NULL,'{"reason":"Shared the account","until":null,"days":0}');
INSERT INTO payment_audit VALUES('4f24ab0f1491a7f4c31c34b5',1781247610000,'visit','subscription expired','95b9e98283308da030c3645a','addca445448778c8e96a465b',NULL,'{}');
INSERT INTO payment_audit VALUES('eff958933002c7c776e53876',1781247610000,'visit','subscription expired','fe2c0efac63476b950147d13','08b1abe31bf1ddd6060f36bd',NULL,'{}');
INSERT INTO payment_audit VALUES('9d70e9fd676d1fb9796204a2',1781247610000,'visit','subscription completed','f872a44d4c1a1ac0a54774ab','1d12cdce1dd46492529c917c',NULL,'{}');
INSERT INTO payment_audit VALUES('e0088e5527a6a8938d1ffe25',1781247610000,'visit','payment captured','f872a44d4c1a1ac0a54774ab','1d12cdce1dd46492529c917c','pay_5hFaPYL4ZTLLlI','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('12c6cc176e484fd86e1d78ac',1781247610000,'visit','subscription completed','f872a44d4c1a1ac0a54774ab','b2d1ec70b324272607d92389',NULL,'{}');
INSERT INTO payment_audit VALUES('63a1ea1fa08686e2e3da9882',1781247610000,'visit','payment captured','f872a44d4c1a1ac0a54774ab','b2d1ec70b324272607d92389','pay_MMJ10FhM6dUalo','{"status":"captured","amountInPaise":49900,"currency":"INR","isConfirmed":true}');
INSERT INTO payment_audit VALUES('289b3e12dc07ec768d13dba7',1781247610000,'visit','payment flagged: duplicate','f872a44d4c1a1ac0a54774ab','1d12cdce1dd46492529c917c','pay_5hFaPYL4ZTLLlI','{}');
CREATE TABLE daily_totals (
  mode TEXT NOT NULL,
  day TEXT NOT NULL,
  sold BIGINT NOT NULL,
  gross_in_paise BIGINT NOT NULL,
  refunded_in_paise BIGINT NOT NULL,
  lost_in_paise BIGINT NOT NULL,
  PRIMARY KEY (mode, day)
);
INSERT INTO daily_totals VALUES('test','2025-06-01',1,49900,0,0);
INSERT INTO daily_totals VALUES('test','2025-07-01',1,49900,0,0);
INSERT INTO daily_totals VALUES('test','2026-03-30',1,49900,0,0);
INSERT INTO daily_totals VALUES('test','2026-06-10',3,199600,59900,0);
INSERT INTO daily_totals VALUES('test','2026-06-11',2,199600,99800,49900);
INSERT INTO daily_totals VALUES('test','2026-06-12',4,199600,0,0);
CREATE TABLE user_access (
  user_id TEXT NOT NULL REFERENCES users (id),
  mode TEXT NOT NULL,
  ends_at BIGINT NOT NULL,
  remind_days BIGINT,
  remind_at BIGINT,
  PRIMARY KEY (user_id, mode)
);
INSERT INTO user_access VALUES('fac94d053d45193236b78e0f','test',1780293600000,30,1777701600000);
INSERT INTO user_access VALUES('008c4fee803aefdfc5d8d794','test',1814421600000,30,1811829600000);
INSERT INTO user_access VALUES('4260ccbf1009346cb2f60bc6','test',1806386400000,30,1803794400000);
INSERT INTO user_access VALUES('b46aeeac6753a52968e912b0','test',1812607261000,30,1810015261000);
INSERT INTO user_access VALUES('d0651858635b8fa134d487bb','test',1812607322000,30,1810015322000);
INSERT INTO user_access VALUES('d2771665b8fa82d2ab122969','test',1798741799999,30,1796149799999);
INSERT INTO user_access VALUES('d2771665b8fa82d2ab122969','live',1798741799999,30,1796149799999);
INSERT INTO user_access VALUES('7231201469985a3e1f99daf4','test',1815372728000,30,1812780728000);
INSERT INTO user_access VALUES('f872a44d4c1a1ac0a54774ab','test',1812780008000,30,1810188008000);
CREATE TABLE access_ends (
  mode TEXT NOT NULL,
  day BIGINT NOT NULL,
  people BIGINT NOT NULL,
  PRIMARY KEY (mode, day)
);
INSERT INTO access_ends VALUES('test',20605,1);
INSERT INTO access_ends VALUES('test',20635,0);
INSERT INTO access_ends VALUES('test',20907,1);
INSERT INTO access_ends VALUES('test',21000,1);
INSERT INTO access_ends VALUES('test',20979,2);
INSERT INTO access_ends VALUES('test',20980,0);
INSERT INTO access_ends VALUES('test',20818,1);
INSERT INTO access_ends VALUES('live',20818,1);
INSERT INTO access_ends VALUES('test',20981,1);
INSERT INTO access_ends VALUES('test',21011,1);
CREATE TABLE access_changes (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL,
  at BIGINT NOT NULL,
  until BIGINT,
  payment_id TEXT,
  days BIGINT NOT NULL,
  changed_by TEXT NOT NULL,
  reason TEXT NOT NULL
);
INSERT INTO access_changes VALUES('7cb23b041dee1e95cd56499e','d2771665b8fa82d2ab122969','grant',1781244728000,1798741799999,NULL,0,'febb5f8991174ef3106b97fb','Scholarship');
INSERT INTO access_changes VALUES('93f49a2018fbf5713d5651e8','7231201469985a3e1f99daf4','extend',1781244789000,1815372728000,'pay_6cwt6dQ2ylaplN',30,'febb5f8991174ef3106b97fb','Was ill');
INSERT INTO access_changes VALUES('6cba24abe87165be1bccb6e3','79b3ac6f867a97640aa4db6b','revoke',1781244850000,NULL,NULL,0,'febb5f8991174ef3106b97fb','Shared the account');
CREATE TABLE receipt_series (
  series TEXT PRIMARY KEY,
  last BIGINT NOT NULL
);
INSERT INTO receipt_series VALUES('TI2526',3);
INSERT INTO receipt_series VALUES('TI2627',12);
INSERT INTO receipt_series VALUES('TC2627',2);
CREATE TABLE receipts (
  number TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  mode TEXT NOT NULL,
  user_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  refund_id TEXT UNIQUE,
  amount_in_paise BIGINT NOT NULL,
  issued_at BIGINT NOT NULL,
  document TEXT NOT NULL
);
INSERT INTO receipts VALUES('TI2526-000001','tax_invoice','test','fac94d053d45193236b78e0f','pay_s0QMKXwVy8MnTr',NULL,49900,1748757600000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Farida Khan","email":"expired@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_s0QMKXwVy8MnTr","paidAt":1748757600000,"paidWith":"Visa ••••4366","accessUntil":1780293600000,"refundableUntil":1749407399999},"refund":null,"number":"TI2526-000001","issuedAt":1748757600000,"isTest":true}');
INSERT INTO receipts VALUES('TI2526-000002','tax_invoice','test','008c4fee803aefdfc5d8d794','pay_wQTrcipxALCvXb',NULL,49900,1751349600000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Gopal Menon","email":"renewed@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_wQTrcipxALCvXb","paidAt":1751349600000,"paidWith":"Visa ••••4366","accessUntil":1782885600000,"refundableUntil":1751999399999},"refund":null,"number":"TI2526-000002","issuedAt":1751349600000,"isTest":true}');
INSERT INTO receipts VALUES('TI2526-000003','tax_invoice','test','4260ccbf1009346cb2f60bc6','pay_19FTcKwEXrs5fE',NULL,49900,1774850400000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Harini Iyer","email":"lastyear@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_19FTcKwEXrs5fE","paidAt":1774850400000,"paidWith":"Visa ••••4366","accessUntil":1806386400000,"refundableUntil":1775500199999},"refund":null,"number":"TI2526-000003","issuedAt":1774850400000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000001','tax_invoice','test','008c4fee803aefdfc5d8d794','pay_WqtDO00C6EFt8X',NULL,49900,1781071200000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Gopal Menon","email":"renewed@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_WqtDO00C6EFt8X","paidAt":1781071200000,"paidWith":"Visa ••••4366","accessUntil":1814421600000,"accessFrom":1782885600000,"refundableUntil":1781720999999},"refund":null,"number":"TI2627-000001","issuedAt":1781071200000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000002','tax_invoice','test','b46aeeac6753a52968e912b0','pay_LFmSq4osa5Jcdj',NULL,49900,1781071261000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Meera Nair","email":"active@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_LFmSq4osa5Jcdj","paidAt":1781071261000,"paidWith":"Visa ••••4366","accessUntil":1812607261000,"refundableUntil":1781720999999},"refund":null,"number":"TI2627-000002","issuedAt":1781071261000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000003','tax_invoice','test','d0651858635b8fa134d487bb','pay_qXKkwEE5eJEy2J',NULL,49900,1781071322000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Nikhil Joshi","email":"partly@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_qXKkwEE5eJEy2J","paidAt":1781071322000,"paidWith":"Visa ••••4366","accessUntil":1812607322000,"refundableUntil":1781720999999},"refund":null,"number":"TI2627-000003","issuedAt":1781071322000,"isTest":true}');
INSERT INTO receipts VALUES('TC2627-000001','credit_note','test','d0651858635b8fa134d487bb','pay_qXKkwEE5eJEy2J','rfnd_XRti7WNdFhd53F',10000,1781071383000,'{"kind":"credit_note","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Nikhil Joshi","email":"partly@school.example","state":"Karnataka"},"amountInPaise":10000,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":8476,"cgstInPaise":762,"sgstInPaise":762,"igstInPaise":0},"payment":{"id":"pay_qXKkwEE5eJEy2J","paidAt":1781071322000,"paidWith":"Visa ••••4366","accessUntil":1812607322000,"refundableUntil":1781720999999},"refund":{"id":"rfnd_XRti7WNdFhd53F","at":1781071383000,"ofNumber":"TI2627-000003","ofDate":1781071322000},"number":"TC2627-000001","issuedAt":1781071383000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000004','tax_invoice','test','519e857bd55ec8870167f200','pay_rpsRnDlZP8IVWD',NULL,49900,1781071383000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Omar Sheikh","email":"refunded@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_rpsRnDlZP8IVWD","paidAt":1781071383000,"paidWith":"Visa ••••4366","accessUntil":1812607383000,"refundableUntil":1781720999999},"refund":null,"number":"TI2627-000004","issuedAt":1781071383000,"isTest":true}');
INSERT INTO receipts VALUES('TC2627-000002','credit_note','test','519e857bd55ec8870167f200','pay_rpsRnDlZP8IVWD','rfnd_b8kwmMwkIQrqg8',49900,1781157844000,'{"kind":"credit_note","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Omar Sheikh","email":"refunded@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_rpsRnDlZP8IVWD","paidAt":1781071383000,"paidWith":"Visa ••••4366","accessUntil":1812607383000,"refundableUntil":1781720999999},"refund":{"id":"rfnd_b8kwmMwkIQrqg8","at":1781157844000,"ofNumber":"TI2627-000004","ofDate":1781071383000},"number":"TC2627-000002","issuedAt":1781157844000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000005','tax_invoice','test','001b4e49dcb045f226440aab','pay_oqwJETGx9RXFRs',NULL,49900,1781157844000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Pooja Das","email":"failedrefund@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_oqwJETGx9RXFRs","paidAt":1781157844000,"paidWith":"Visa ••••4366","accessUntil":1812693844000,"refundableUntil":1781807399999},"refund":null,"number":"TI2627-000005","issuedAt":1781157844000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000006','tax_invoice','test','dac8a836ef16b874ac6956b0','pay_gFyPB1MblYNijT',NULL,49900,1781157905000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Qadir Ali","email":"pendingrefund@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_gFyPB1MblYNijT","paidAt":1781157905000,"paidWith":"Visa ••••4366","accessUntil":1812693905000,"refundableUntil":1781807399999},"refund":null,"number":"TI2627-000006","issuedAt":1781157905000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000007','tax_invoice','test','7b610925c2be70ecd056b183','pay_a339pZHDA0qoop',NULL,49900,1781158326000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Tara Bose","email":"disputed@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_a339pZHDA0qoop","paidAt":1781158326000,"paidWith":"Visa ••••4366","accessUntil":1812694326000,"refundableUntil":1781807399999},"refund":null,"number":"TI2627-000007","issuedAt":1781158326000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000008','tax_invoice','test','3c622c66b7ded47f94ca9267','pay_o5Jxnisr23meP0',NULL,49900,1781158387000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Usha Rani","email":"lost@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_o5Jxnisr23meP0","paidAt":1781158387000,"paidWith":"Visa ••••4366","accessUntil":1812694387000,"refundableUntil":1781807399999},"refund":null,"number":"TI2627-000008","issuedAt":1781158387000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000009','tax_invoice','test','7231201469985a3e1f99daf4','pay_6cwt6dQ2ylaplN',NULL,49900,1781244728000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Xavier Pereira","email":"extended@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_6cwt6dQ2ylaplN","paidAt":1781244728000,"paidWith":"Visa ••••4366","accessUntil":1812780728000,"refundableUntil":1781893799999},"refund":null,"number":"TI2627-000009","issuedAt":1781244728000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000010','tax_invoice','test','79b3ac6f867a97640aa4db6b','pay_G7zLju1jQ3VFnx',NULL,49900,1781244789000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Yamini Rao","email":"revoked@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_G7zLju1jQ3VFnx","paidAt":1781244789000,"paidWith":"Visa ••••4366","accessUntil":1812780789000,"refundableUntil":1781893799999},"refund":null,"number":"TI2627-000010","issuedAt":1781244789000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000011','tax_invoice','test','f872a44d4c1a1ac0a54774ab','pay_5hFaPYL4ZTLLlI',NULL,49900,1781247610000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Vikram Shetty","email":"twice@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_5hFaPYL4ZTLLlI","paidAt":1781244008000,"paidWith":"Visa ••••4366","accessUntil":1812780008000,"refundableUntil":1781893799999},"refund":null,"number":"TI2627-000011","issuedAt":1781247610000,"isTest":true}');
INSERT INTO receipts VALUES('TI2627-000012','tax_invoice','test','f872a44d4c1a1ac0a54774ab','pay_MMJ10FhM6dUalo',NULL,49900,1781247610000,'{"kind":"tax_invoice","seller":{"name":"Kiln & Loom","address":"4 Lake Road, Mysuru","gstin":"29ABCDE1234F1Z5","state":"Karnataka"},"buyer":{"name":"Vikram Shetty","email":"twice@school.example","state":"Karnataka"},"amountInPaise":49900,"tax":{"sac":"999293","ratePercent":18,"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0},"payment":{"id":"pay_MMJ10FhM6dUalo","paidAt":1781243648000,"paidWith":"Visa ••••4366","accessUntil":1812779648000,"refundableUntil":1781893799999},"refund":null,"number":"TI2627-000012","issuedAt":1781247610000,"isTest":true}');
CREATE TABLE media_files (
  lecture_id TEXT NOT NULL,
  version BIGINT NOT NULL,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  content_type TEXT NOT NULL,
  facts TEXT,
  served_until BIGINT,
  PRIMARY KEY (lecture_id, version, name)
);
INSERT INTO media_files VALUES('aea3605756c58ab3311caeaa',1,'video.mp4','videos/aea3605756c58ab3311caeaa-1.mp4','video/mp4',NULL,NULL);
INSERT INTO media_files VALUES('e96a7c326c87fe87dbdf5df4',1,'video.mp4','videos/e96a7c326c87fe87dbdf5df4-1.mp4','video/mp4',NULL,NULL);
INSERT INTO media_files VALUES('e1bb8dd72924a5975076db70',1,'video.mp4','videos/e1bb8dd72924a5975076db70-1.mp4','video/mp4',NULL,NULL);
INSERT INTO media_files VALUES('729bb80cc91b5381aded3eab',1,'video.mp4','videos/729bb80cc91b5381aded3eab-1.mp4','video/mp4',NULL,NULL);
INSERT INTO media_files VALUES('612bc6f4956c273477c6b136',1,'video.mp4','videos/612bc6f4956c273477c6b136-1.mp4','video/mp4',NULL,NULL);
CREATE TABLE video_work (
  lecture_id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  is_playable BIGINT NOT NULL,
  progress_percent BIGINT,
  failure TEXT,
  is_complete BIGINT NOT NULL,
  job_id TEXT,
  updated_at BIGINT NOT NULL
, plays_earlier BIGINT NOT NULL DEFAULT 0);
INSERT INTO video_work VALUES('aea3605756c58ab3311caeaa','ready',1,NULL,NULL,0,NULL,1781497800000,0);
INSERT INTO video_work VALUES('e96a7c326c87fe87dbdf5df4','ready',1,NULL,NULL,0,NULL,1781497800000,0);
INSERT INTO video_work VALUES('e1bb8dd72924a5975076db70','ready',1,NULL,NULL,0,NULL,1781497800000,0);
INSERT INTO video_work VALUES('729bb80cc91b5381aded3eab','ready',1,NULL,NULL,0,NULL,1781497800000,0);
INSERT INTO video_work VALUES('612bc6f4956c273477c6b136','ready',1,NULL,NULL,0,NULL,1781497800000,0);
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  course_id TEXT NOT NULL,
  file_name TEXT NOT NULL,
  metadata TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  title TEXT,
  description TEXT,
  lecture_id TEXT,
  expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
, is_draft BIGINT NOT NULL DEFAULT 0, replaces_lecture_id TEXT);
CREATE TABLE upload_locks (
  upload_id TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  wanted_by TEXT,
  held_until BIGINT NOT NULL
);
CREATE TABLE playback_sessions (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  displaced_at BIGINT,
  PRIMARY KEY (user_id, id)
);
INSERT INTO playback_sessions VALUES('b46aeeac6753a52968e912b0','afb28a632469',1781247250000,1781247250000,NULL);
CREATE TABLE captions (
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  language TEXT NOT NULL,
  label TEXT NOT NULL,
  file_key TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (lecture_id, language)
);
CREATE TABLE lecture_progress (
  user_id TEXT NOT NULL REFERENCES users (id),
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  course_id TEXT NOT NULL,
  position_ms BIGINT NOT NULL,
  watched TEXT NOT NULL,
  watched_ms BIGINT NOT NULL,
  allowance_from BIGINT NOT NULL,
  session_id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  done_at BIGINT,
  watched_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, lecture_id)
);
INSERT INTO lecture_progress VALUES('b46aeeac6753a52968e912b0','aea3605756c58ab3311caeaa','e89c1c74d8bedcfbd6c097eb',300000,'[[0,50000]]',50000,1781246051667,'session-1',1,NULL,1781246050000);
INSERT INTO lecture_progress VALUES('b46aeeac6753a52968e912b0','e96a7c326c87fe87dbdf5df4','e89c1c74d8bedcfbd6c097eb',300000,'[[0,50000]]',50000,1781247251667,'session-1',2,NULL,1781247250000);
CREATE UNIQUE INDEX signing_keys_one_current ON signing_keys (purpose) WHERE retired_at IS NULL;
CREATE INDEX rate_counters_by_age ON rate_counters (window_started_at);
CREATE INDEX jobs_due ON jobs (run_at) WHERE state = 'waiting';
CREATE INDEX jobs_leased ON jobs (leased_until) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX users_admins ON users (created_at) WHERE role = 'ADMIN' AND deleted_at IS NULL;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX password_resets_by_user ON password_resets (user_id);
CREATE INDEX contact_messages_by_age ON contact_messages (created_at);
CREATE INDEX courses_shown ON courses (published_at DESC, id DESC, category) WHERE deleted_at IS NULL AND published_at IS NOT NULL;
CREATE INDEX courses_deleted ON courses (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX lectures_in_course ON lectures (course_id, position) WHERE deleted_at IS NULL;
CREATE INDEX lectures_deleted ON lectures (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX payment_attempts_one_open ON payment_attempts (user_id, mode) WHERE state = 'open';
CREATE INDEX payment_attempts_by_user ON payment_attempts (user_id, mode, created_at);
CREATE INDEX payment_attempts_unsettled ON payment_attempts (checked_at) WHERE state IN ('open', 'retired');
CREATE INDEX payment_attempts_renewing ON payment_attempts (checked_at) WHERE cycles > 1 AND is_over = 0;
CREATE INDEX payment_attempts_cancelling ON payment_attempts (cancel_requested_at) WHERE cancel_requested_at IS NOT NULL AND cancel_accepted_at IS NULL;
CREATE INDEX payments_by_user ON payments (user_id, mode, access_until);
CREATE INDEX payments_running ON payments (mode, access_until);
CREATE INDEX payments_by_capture ON payments (mode, captured_at, id);
CREATE INDEX payments_by_attempt ON payments (attempt_id);
CREATE INDEX payments_unconfirmed ON payments (created_at) WHERE confirmed = 0;
CREATE INDEX refunds_by_payment ON refunds (provider_payment_id, status);
CREATE INDEX refunds_unsettled ON refunds (checked_at) WHERE status IN ('requested', 'pending');
CREATE INDEX disputes_by_payment ON disputes (provider_payment_id);
CREATE INDEX webhook_events_by_age ON webhook_events (received_at);
CREATE INDEX payment_audit_by_user ON payment_audit (user_id, at);
CREATE INDEX payment_audit_by_attempt ON payment_audit (attempt_id, at);
CREATE INDEX payments_by_start ON payments (mode, initiated_at, id);
CREATE INDEX payments_by_standing ON payments (mode, standing, initiated_at, id);
CREATE INDEX payments_to_do ON payments (mode, initiated_at) WHERE handled_at IS NULL AND standing IN ('disputed', 'unmatched', 'wrong_amount', 'duplicate', 'refund_failed');
CREATE INDEX user_access_by_end ON user_access (mode, ends_at);
CREATE INDEX user_access_to_remind ON user_access (mode, remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX access_changes_by_user ON access_changes (user_id, at);
CREATE INDEX receipts_by_user ON receipts (user_id, issued_at);
CREATE INDEX receipts_by_payment ON receipts (payment_id);
CREATE INDEX payment_audit_by_payment ON payment_audit (payment_id, at) WHERE payment_id IS NOT NULL;
CREATE INDEX users_by_name ON users (lower(full_name));
CREATE INDEX media_files_by_key ON media_files (key);
CREATE INDEX media_files_retired ON media_files (served_until) WHERE served_until IS NOT NULL;
CREATE INDEX video_work_unsettled ON video_work (state) WHERE state <> 'ready';
CREATE INDEX video_work_lacking ON video_work (lecture_id) WHERE is_complete = 0;
CREATE INDEX uploads_by_user ON uploads (user_id, created_at);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);
CREATE INDEX playback_sessions_by_age ON playback_sessions (seen_at);
CREATE INDEX courses_drafts ON courses (created_at DESC, id DESC) WHERE deleted_at IS NULL AND published_at IS NULL;
CREATE INDEX lecture_progress_by_course ON lecture_progress (user_id, course_id);
CREATE INDEX lecture_progress_recent ON lecture_progress (user_id, watched_at DESC);
COMMIT;
