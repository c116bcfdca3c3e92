import type { Platform } from '#server/platform.ts';
import { type AttentionNeeds, createAttention } from './attention/attention.ts';
import { createAudit } from './audit/audit.ts';
import { type BackupsNeeds, createBackups } from './backups/backups.ts';
import { type ContactNeeds, createContact } from './contact/contact.ts';
import { createDoctor, type DoctorNeeds, watchProxy } from './doctor/doctor.ts';
import { createFirstSteps, type FirstStepsNeeds } from './first-steps/first-steps.ts';
import { createInbox } from './inbox/inbox.ts';
import { createEmailTextChanges } from './email-texts/email-texts.ts';
import { createOwnWordChanges } from './own-words/own-words.ts';
import { createEmails, type EmailsNeeds } from './emails/emails.ts';
import { createMoving, type MovingNeeds } from './school-export/school-export.ts';
import { createSearch, type SearchNeeds } from './search/search.ts';
import { createSetup, type SetupNeeds } from './setup/setup.ts';
import { createOwnerSettings, type OwnerSettingsNeeds } from './settings/settings.ts';
import { createSitePages, type SitePagesNeeds } from './site-pages/site-pages.ts';
import { createOverview, type OverviewNeeds } from './overview/overview.ts';
import type { StatisticsNeeds } from './statistics/statistics.routes.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import { createSystem, type SystemNeeds } from './system/system.ts';

export interface SchoolNeeds
  extends
    Pick<SetupNeeds, 'installSamples' | 'notices' | 'hasBlocks'>,
    Pick<BackupsNeeds, 'runBackup'>,
    Pick<DoctorNeeds, 'askCdn'>,
    Pick<AttentionNeeds, 'videos' | 'waitingCourses' | 'waitingCertificates' | 'openQuestions'>,
    Pick<FirstStepsNeeds, 'ownCourse'>,
    Pick<OwnerSettingsNeeds, 'assertCertificatePictures'>,
    Pick<OverviewNeeds, 'stuckIn' | 'noticePort'>,
    SystemNeeds {
  people: {
    count: OverviewNeeds['people']['count'];
    ending: AttentionNeeds['endingAccess'];
    find: SearchNeeds['people'];
  };
  search: Omit<SearchNeeds, 'people'>;
  moving: MovingNeeds;
  accounts: Pick<StatisticsNeeds, 'countUsers'> &
    Pick<AttentionNeeds, 'countSameAddresses'> & {
      admins: SetupNeeds['admins'] & { emails: ContactNeeds['adminEmails'] };
      findByEmail: EmailsNeeds['findPerson'];
      emailOf: OwnerSettingsNeeds['emailOf'];
    };
  billing: Pick<StatisticsNeeds, 'countSubscribedUsers'> &
    Pick<SitePagesNeeds, 'countPurchases'> &
    Pick<FirstStepsNeeds, 'hasSold'> &
    Pick<OverviewNeeds, 'soldBetween' | 'firstSale'> &
    Pick<SetupNeeds, 'selling' | 'plansOnSale' | 'paymentProvider'> &
    Pick<EmailsNeeds, 'recordLinkShown'> &
    Pick<OwnerSettingsNeeds, 'recordSettings'> & {
      ownWays: { waiting: AttentionNeeds['waitingPayments'] };
      account: OwnerSettingsNeeds['account'] & Pick<SetupNeeds, 'recomputePurchaseMode'>;
      projections: { recomputeLater: OwnerSettingsNeeds['recomputeDays'] };
      health: DoctorNeeds['payments'];
      admin: {
        plans: Pick<SetupNeeds, 'setFirstPrice'> & { list: () => Promise<{ versions: { madeAt: string | null }[] }[]> };
        toDo: AttentionNeeds['paymentsToDo'];
      };
    };
}

export type School = ReturnType<typeof createSchool>;

/** The first version of the first plan is as old as the school. */
const arePlansChanged = (plans: SchoolNeeds['billing']['admin']['plans']) => async () =>
  (await plans.list()).some(({ versions }) => versions.some(({ madeAt }) => madeAt !== null));

const overdueOf = (backups: ReturnType<typeof createBackups>) => async () =>
  (await backups.notices()).length === 0 ? undefined : { lastVerifiedAtMs: (await backups.state()).lastVerifiedAtMs };

interface Waiting {
  accounts: Pick<AttentionNeeds, 'countSameAddresses'>;
  billing: SchoolNeeds['billing'];
  emailTexts: ReturnType<typeof createEmailTextChanges>;
  webhooks: ReturnType<typeof createWebhooks>;
  inbox: ReturnType<typeof createInbox>;
  backups: ReturnType<typeof createBackups>;
  proxyWatch: ReturnType<typeof watchProxy>;
}

/** What waits for an admin. */
const attentionOf = (
  platform: Platform,
  needs: Omit<SchoolNeeds, 'accounts' | 'billing'>,
  { accounts, billing, emailTexts, webhooks, inbox, backups, proxyWatch }: Waiting,
) =>
  createAttention(platform, {
    ...needs,
    countSameAddresses: accounts.countSameAddresses,
    paymentsToDo: billing.admin.toDo,
    waitingPayments: billing.ownWays.waiting,
    unusableTexts: emailTexts.countUnusable,
    failingWebhooks: webhooks.failing,
    proxyProblems: proxyWatch.count,
    endingAccess: needs.people.ending,
    openMessages: inbox.open,
    overdueBackup: overdueOf(backups),
  });

/** The school as a whole: setup, settings, messages, statistics and system checks. */
export const createSchool = (platform: Platform, { accounts, billing, ...needs }: SchoolNeeds) => {
  const { emailOf, admins } = accounts;
  const backups = createBackups(platform, { ...needs, adminEmails: admins.emails });
  const { startFirst: startFirstBackup } = backups;
  const recomputeDays = billing.projections.recomputeLater;
  const settings = createOwnerSettings(platform, { ...billing, ...needs, startFirstBackup, recomputeDays, emailOf });
  const emailTexts = createEmailTextChanges(platform, { ...billing, emailOf });
  const sitePages = createSitePages(platform, billing);
  const webhooks = createWebhooks(platform);
  const proxyWatch = watchProxy(platform);
  const inbox = createInbox(platform, { emailOf });
  const waiting = { accounts, billing, emailTexts, webhooks, inbox, backups, proxyWatch };
  const attention = attentionOf(platform, needs, waiting);
  return {
    setup: createSetup(platform, {
      ...needs,
      ...billing,
      ...billing.admin.plans,
      ...billing.account,
      ...settings,
      sitePages: sitePages.published,
      notices: [...needs.notices, backups.notices],
      admins,
    }),
    moving: createMoving(platform, needs.moving),
    contact: createContact(platform, { adminEmails: admins.emails }),
    inbox,
    emailTexts,
    ownWords: createOwnWordChanges(platform, billing),
    emails: createEmails(platform, { ...billing, findPerson: accounts.findByEmail }),
    attention,
    firstSteps: createFirstSteps(platform, {
      ...needs,
      ...billing,
      arePlansChanged: arePlansChanged(billing.admin.plans),
      sitePages: sitePages.published,
      hasBackup: async () => (await backups.verified())?.verifiedAtMs !== undefined,
    }),
    overview: createOverview(platform, { ...needs, ...billing, attention, emailOf }),
    statistics: { countUsers: accounts.countUsers, countSubscribedUsers: billing.countSubscribedUsers },
    proxyWatch,
    doctor: createDoctor({ ...platform, ...needs, payments: billing.health, askProxy: proxyWatch.ask }),
    backups,
    system: createSystem(platform, needs),
    search: createSearch({ ...needs.search, people: needs.people.find }),
    settings,
    sitePages,
    audit: createAudit(platform),
    webhooks,
  };
};
