import type { Platform } from '#server/platform.ts';
import { type Contact, type ContactNeeds, createContact } from './contact/contact.ts';
import { createDoctor, type Doctor, type DoctorNeeds } from './doctor/doctor.ts';
import { createOutbox, type Outbox, type OutboxNeeds } from './outbox/outbox.ts';
import { createSetup, type Setup, type SetupNeeds } from './setup/setup.ts';
import type { StatisticsNeeds } from './statistics/statistics.routes.ts';

/** The school as a whole: how it is set up, what people write to it, how many they are, and whether everything works. */
export interface School {
  setup: Setup;
  contact: Contact;
  outbox: Outbox;
  statistics: StatisticsNeeds;
  doctor: Doctor;
}

export interface SchoolNeeds
  extends Pick<SetupNeeds, 'installSamples' | 'notices'>, Pick<OutboxNeeds, 'recordLinkShown'> {
  accounts: Pick<StatisticsNeeds, 'countUsers'> & {
    admins: SetupNeeds['admins'] & { emails: ContactNeeds['adminEmails'] };
    findByEmail: OutboxNeeds['findPerson'];
  };
  billing: Pick<StatisticsNeeds, 'countSubscribedUsers'> &
    Pick<SetupNeeds, 'selling' | 'plan' | 'paymentProvider'> & {
      health: DoctorNeeds['payments'];
    };
}

export const createSchool = (platform: Platform, { accounts, billing, ...needs }: SchoolNeeds): School => ({
  setup: createSetup(platform, { ...needs, ...billing, admins: accounts.admins }),
  contact: createContact(platform, { adminEmails: accounts.admins.emails }),
  outbox: createOutbox(platform, { ...needs, findPerson: accounts.findByEmail }),
  statistics: { countUsers: accounts.countUsers, countSubscribedUsers: billing.countSubscribedUsers },
  doctor: createDoctor({ ...platform, payments: billing.health }),
});
