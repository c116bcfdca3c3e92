import type { Implement } from '#server/http/implement-endpoint.ts';
import { attentionRoutes } from './attention/attention.routes.ts';
import { backupsRoutes } from './backups/backups.routes.ts';
import { contactRoutes } from './contact/contact.routes.ts';
import { doctorRoutes } from './doctor/doctor.routes.ts';
import { inboxRoutes } from './inbox/inbox.routes.ts';
import { emailsRoutes } from './emails/emails.routes.ts';
import type { School } from './school.ts';
import { searchRoutes } from './search/search.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { setupRoutes } from './setup/setup.routes.ts';
import { sitePagesRoutes } from './site-pages/site-pages.routes.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { systemRoutes } from './system/system.routes.ts';

export const schoolRoutes = (implement: Implement, school: School): void => {
  setupRoutes(implement, school.setup);
  contactRoutes(implement, school.contact);
  inboxRoutes(implement, school.inbox);
  emailsRoutes(implement, school.emails);
  sitePagesRoutes(implement, school.sitePages);
  statisticsRoutes(implement, school.statistics);
  attentionRoutes(implement, school.attention);
  doctorRoutes(implement, school.doctor);
  backupsRoutes(implement, school.backups);
  systemRoutes(implement, school.system);
  searchRoutes(implement, school.search);
  settingsRoutes(implement, school.settings);
};
