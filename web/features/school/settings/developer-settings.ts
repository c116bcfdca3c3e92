import { msg } from '@lingui/core/macro';
import { Gauge, KeyRound, Webhook } from 'lucide-react';
import type { SettingsGroup } from './settings-entry.ts';

/** What programs use, and limits. */
export const developerSettings: SettingsGroup = {
  name: msg`For developers`,
  lead: msg`For programs. Most schools need none.`,
  isFolded: true,
  entries: [
    {
      page: 'apiKeySettings',
      name: msg`API keys`,
      lead: msg`Programs that read or change your school`,
      icon: KeyRound,
      words: msg`Token, Zapier, Integration`,
    },
    {
      page: 'webhookSettings',
      name: msg`Webhooks`,
      lead: msg`Tell another program the news`,
      icon: Webhook,
      words: msg`Events, Zapier, Make`,
    },
    {
      page: 'limitSettings',
      name: msg`Limits`,
      lead: msg`Devices, sizes, how long things are kept`,
      icon: Gauge,
      fields: [
        { label: msg`Devices at once`, words: msg`Screens` },
        { label: msg`Largest video, in GB`, words: msg`Upload size` },
        { label: msg`New lectures are free previews`, words: msg`Free previews` },
        { label: msg`Audit, in years`, words: msg`Retention` },
        { label: msg`Notices, in months`, words: msg`Retention` },
        { label: msg`Emails, in months`, words: msg`Retention` },
        { label: msg`Messages to the school, in months`, words: msg`Retention` },
      ],
    },
  ],
};
